package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A user's own messages, from files. */
@Timeout(360)
class FileEventCommandTest {
    private static final int HEADER_BYTES = 64;

    @TempDir
    Path directory;

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(directory.resolve("mine/orders"));
        Files.writeString(directory.resolve("mine/orders/small.json"), "{\"id\": 1}");
        Files.writeString(
                directory.resolve("mine/orders/large.json"), "{\"id\": 2, \"text\": \"" + "x".repeat(500) + "\"}");
        Files.writeString(directory.resolve("mine/own.yaml"), """
                rate: 300
                warmup: 500ms
                duration: 1s
                floor: 0s
                idle: park
                event: {file: orders}
                """);
    }

    private BenchProcess bench(String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of(
                "-Dworkload=mine/own.yaml",
                BenchProcess.FIRST_COMPILER,
                BenchProcess.ANY_RATE,
                BenchProcess.UNRECORDED));
        all.addAll(List.of(arguments));
        BenchProcess bench = BenchProcess.jar(directory, all.toArray(String[]::new));
        bench.exitCode();
        return bench;
    }

    @ParameterizedTest
    @ValueSource(strings = {"loopback.yaml", "chronicle.yaml", "nats.yaml"})
    void shouldSendFilesOfUnlikeSizes(String transport) throws Exception {
        BenchProcess bench = bench(transport);

        bench.assertMeasured();
        JsonNode result = bench.resultJson();
        Accounts.assertBalanced(result);
        assertThat(result.at("/accounting/received").asInt()).isEqualTo(450);
        assertThat(result.at("/forks/0/sizes/leastBytes").asInt()).isEqualTo(HEADER_BYTES + 9);
        assertThat(result.at("/forks/0/sizes/mostBytes").asInt()).isEqualTo(HEADER_BYTES + 521);
        assertThat(result.at("/forks/0/codec/name").asText()).isEqualTo("bytes");
        assertThat(result.at("/samples/count").asInt()).isEqualTo(2);
        assertThat(result.at("/samples/sha256").asText()).hasSize(64);
        assertThat(bench.out()).contains(" | 2 files of 9 to 521 B | ");
    }

    @Test
    void shouldSendThemFromAServicesAndALoadsMachine() throws Exception {
        BenchProcess bench = bench("--agents", "local", "nats.yaml");

        assertThat(bench.exitCode()).as(bench.err() + bench.out()).isZero();
        assertThat(bench.resultJson().at("/forks/0/sizes/mostBytes").asInt()).isEqualTo(HEADER_BYTES + 521);
    }

    @Test
    void shouldRepeatARunWithTheSameBytesOnlyAndWarnOfOthers() throws Exception {
        Path first = bench("-Devent.file=orders/small.json", "loopback.yaml").result();
        String repeat = "-Dworkload=" + first.resolve("workload.yaml");

        assertThat(BenchProcess.jar(directory, repeat, "--dry-run", "loopback.yaml")
                        .exitCode())
                .isZero();
        Files.writeString(directory.resolve("mine/orders/small.json"), "{\"id\": 3}");
        BenchProcess changed = BenchProcess.jar(directory, repeat, "--dry-run", "loopback.yaml");
        assertThat(changed.exitCode()).isEqualTo(2);
        assertThat(changed.err())
                .contains("workload.yaml:", ": event.file: ", "(expected: the bytes of event.sha256, ");

        bench("-Devent.file=orders/small.json", "-Dresults=others", "loopback.yaml");
        BenchProcess compared = BenchProcess.jar(directory, "compare", first.toString(), "others/*-loopback");
        compared.exitCode();
        assertThat(compared.out() + compared.err()).contains("workload.event: file ");
    }

    @Test
    void shouldRefuseBeforeAnythingRuns() throws Exception {
        assertRefused(
                "-Devent.file=none: event.file: "
                        + directory.toRealPath().resolve("mine/none")
                        + " (expected: a file, or a directory of files,",
                "-Devent.file=none",
                "loopback.yaml");
        assertRefused(
                "-Dsize=64: size: 64B (expected: no size, since event.file has sizes", "-Dsize=64", "loopback.yaml");
        Files.write(directory.resolve("mine/orders/largest"), new byte[2 << 20]);
        assertRefused("max_payload: 1,048,576 bytes (expected: at least 2,097,216,", "nats.yaml");
    }

    private void assertRefused(String error, String... arguments) throws Exception {
        BenchProcess bench = bench(arguments);

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err()).startsWith("bench: " + error);
        assertThat(directory.resolve("results")).doesNotExist();
    }
}
