package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Aeron from the command line, with media drivers that the run starts itself. */
@Timeout(360)
class AeronCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private BenchProcess smoke(String... further) throws IOException {
        return BenchProcess.jar(directory, BenchProcess.with(BenchProcess.SHIPPED, further));
    }

    @Test
    void shouldMeasureTheFileWithTheMostParts() throws Exception {
        assertMeasured("aeron-archive.yaml", true);
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @ValueSource(strings = {"aeron-ipc.yaml", "aeron-udp.yaml"})
    void shouldMeasureEveryOtherShippedFile(String transport) throws Exception {
        assertMeasured(transport, false);
    }

    private void assertMeasured(String transport, boolean acknowledged) throws Exception {
        BenchProcess bench = smoke(transport);

        bench.assertMeasured();
        JsonNode result = bench.resultJson();
        Accounts.assertBalanced(result);
        assertThat(result.at("/accounting/received").asInt()).isEqualTo(400);
        assertThat(result.at("/accounting/duplicated").asInt()).isZero();
        assertThat(result.at("/probes/acknowledge/count").asInt()).isEqualTo(acknowledged ? 200 : 0);
        assertThat(result.at("/forks/0/versions/aeron").asText()).matches("1\\.\\d+\\.\\d+");
        assertThat(bench.result().resolve("driver.log")).content().contains("threading");
        assertThat(bench.result().resolve("driver-counters.txt")).content().contains("NAKs sent");
    }

    @Test
    void shouldRefuseADirectoryWithoutADriverWithItsPlace() throws Exception {
        BenchCall bench = BenchCall.of(
                directory, BenchProcess.with(BenchProcess.SHIPPED, "-Dtransport.dir=" + directory, "aeron-ipc.yaml"));

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err())
                .contains("-Dtransport.dir=" + directory + ": dir: ")
                .contains("(expected: the aeron.dir of a media driver that runs, which has a file cnc.dat)");
    }

    @Test
    void shouldLeaveNothingInSharedMemoryWhenItIsKilled() throws Exception {
        assertNothingIsLeftInSharedMemory("KILL");
    }

    @Tag("exhaustive")
    @Test
    void shouldLeaveNothingInSharedMemoryWhenItIsEnded() throws Exception {
        assertNothingIsLeftInSharedMemory("TERM");
    }

    private void assertNothingIsLeftInSharedMemory(String signal) throws Exception {
        BenchProcess bench = smoke("-Dduration=10m", "aeron-ipc.yaml");
        bench.awaitMeasuring();
        List<ProcessHandle> processes = bench.descendants();
        List<Path> shared = sharedMemory();
        assertThat(shared).hasSize(1).allSatisfy(one -> assertThat(one).isDirectory());

        bench.signal(signal);

        await().atMost(PATIENCE).until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(shared).allSatisfy(one -> assertThat(one).doesNotExist()));
    }

    /** Files in the run's private directory name what it has there. */
    private List<Path> sharedMemory() throws IOException {
        List<Path> shared = new ArrayList<>();
        try (Stream<Path> files = Files.walk(directory.resolve("tmp"))) {
            for (Path file : files.filter(file -> file.getFileName().toString().startsWith("elsewhere-"))
                    .toList()) {
                shared.add(Path.of(Files.readString(file)));
            }
        }
        return shared;
    }

    @Test
    void shouldEndWithItsDriverAndSayWhatBecameOfIt() throws Exception {
        BenchProcess bench = smoke("-Dduration=10m", "aeron-ipc.yaml");
        bench.awaitMeasuring();
        ProcessHandle driver = bench.descendants().stream()
                .filter(process -> process.info().commandLine().orElse("").contains("DriverMain"))
                .findFirst()
                .orElseThrow();

        BenchProcess.signal("KILL", driver.pid());

        assertThat(bench.exitCode()).as("long before its time").isEqualTo(5);
        assertThat(bench.said())
                .contains("driver was killed by signal 9 while it was in use, which nobody had asked for");
    }
}
