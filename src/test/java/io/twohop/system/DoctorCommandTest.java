package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.workload.AllowedCpus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
class DoctorCommandTest {
    private static final int WIDTH = 80;

    @TempDir
    Path directory;

    @Test
    void shouldReportWhatARunWouldFind() throws Exception {
        BenchProcess bench = BenchProcess.jar(directory, "doctor", "--for", "200ms");

        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.out())
                .contains("java            " + System.getProperty("java.version"))
                .contains("nanoTime", "clock source", "park 50 us", "unpark", "quota", "huge pages", "others")
                .containsPattern("  (ok|warn)\\s+1 thread +longest [\\d,.]+ [um]?s, p99.9 .* \\(in 200 ms")
                .containsPattern("results +p50 .*max .* to append\\s+and sync")
                .contains("kafka-clients 4.")
                .containsPattern("broker\\s+/.*kafka-broker-.*\\.jar")
                .contains("nats-server ")
                .containsPattern("at 100,000/s this machine can be trusted (to p\\d|nowhere)");
        assertThat(bench.out().lines().filter(line -> line.length() > WIDTH))
                .allMatch(line -> line.strip().startsWith("/"), "is a path that is longer than a line");
        // On no terminal, nobody is kept informed.
        assertThat(bench.err()).isEmpty();
        assertThat(bench.leftBehind()).isEmpty();
        assertThat(directory.resolve("results")).doesNotExist();
    }

    @Test
    void shouldWriteTheSameAsJson() throws Exception {
        BenchCall bench = BenchCall.of(directory, "doctor", "--for", "200ms", "--json");

        assertThat(bench.exitCode()).as(bench.err()).isZero();
        JsonNode all = new ObjectMapper().readTree(bench.out());
        List<String> names = new ArrayList<>();
        for (JsonNode check : all.path("checks")) {
            names.add(check.path("group").asText() + " " + check.path("name").asText());
            assertThat(check.path("mark").asText()).isIn("ok", "warn", "unknown");
        }
        assertThat(names).contains("timer clock source", "stalls 1 thread", "disk results", "conclusion 1 thread");
        JsonNode stalls = all.path("checks").get(names.indexOf("stalls 1 thread"));
        assertThat(stalls.at("/figures/longestNanos").asLong()).isPositive();
        assertThat(stalls.at("/figures/watchedNanos").asLong()).isEqualTo(200_000_000);
        JsonNode trust = all.path("checks").get(names.indexOf("conclusion 1 thread"));
        assertThat(trust.at("/figures/at100000/upTo").asText()).startsWith("p");
        assertThat(all.path("conclusion").asText()).contains("at 100,000/s");
    }

    /** Pinning takes a native library; newer JVMs warn of it unless the jar's manifest allows it. */
    @Test
    void shouldPinTheThreadsThatLook() throws Exception {
        int cpu = AllowedCpus.of(Path.of("/")).nextSetBit(0);
        BenchProcess bench = BenchProcess.jar(directory, "doctor", "--for", "100ms", "--affinity", "" + cpu);

        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.err()).isEmpty();
        assertThat(bench.out()).contains("1 thread ").doesNotContain("2 threads", "every core");
    }

    @Test
    void shouldFailWhereNoRunIsPossible() throws Exception {
        Path file = Files.writeString(directory.resolve("file"), "");

        BenchCall bench = BenchCall.of(directory, "doctor", "--for", "100ms", "--results", file + "/results");

        assertThat(bench.exitCode()).as(bench.err()).isEqualTo(2);
        assertThat(bench.out()).contains("bad   results", "-> name another: -Dresults=...");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--for 5ms      | --for: 5ms (expected: 100ms to 10m, such as 10s)",
                "--for ten      | --for: ten (expected: 100ms to 10m, such as 10s)",
                "--affinity 1-x | --affinity: 1-x (expected: numbers of CPUs, such as 2,3 or 2-3)",
                "--affinity 1-0 | --affinity: 1-0 (expected: a range from the lower to the higher number",
                "--affinity 0,0 | --affinity: 0,0 (expected: each CPU once)",
                "--quick --for 3s | --for: 3s (expected: nothing beside --quick",
                "--affinity 4000 | affinity[0]: 4000 (expected: one of the CPUs that this process may use",
                "--quik         | did you mean '--quick'?",
            })
    void shouldRefuseBadInputBeforeItLooks(String arguments, String error) throws Exception {
        BenchCall bench = BenchCall.of(directory, ("doctor " + arguments.strip()).split(" +"));

        assertThat(bench.exitCode()).as(bench.err()).isEqualTo(2);
        assertThat(bench.err()).contains(error.strip()).doesNotContain("Exception");
        assertThat(bench.out()).isEmpty();
    }
}
