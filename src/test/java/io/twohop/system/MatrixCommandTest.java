package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several runs in one call, from the outside. */
@Timeout(360)
class MatrixCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String[] SHORT = {
        "-Dworkload=smoke.yaml",
        "-Dwarmup=300ms",
        "-Dduration=1s",
        "-Dfloor=0s",
        "-Didle=park",
        BenchProcess.ANY_RATE,
        BenchProcess.UNRECORDED,
        "loopback.yaml"
    };

    @TempDir
    Path directory;

    @Test
    void shouldShowAMatrixBeforeItsRunsAndGoOnWithOneThatWasInterrupted() throws Exception {
        String[] cells = {"-Drate=[200, 300]", "-Dsize=[64, 1KiB]"};
        BenchCall dry = BenchCall.of(directory, arguments(cells[0], cells[1], "--dry-run"));
        assertThat(dry.exitCode()).isZero();
        assertThat(dry.out())
                .startsWith("4 runs, about 17 s:")
                .contains("loopback smoke 200/s, 64B", "loopback smoke 300/s, 1KiB");
        assertThat(directory.resolve("results")).doesNotExist();

        BenchProcess first = bench(cells);
        await().atMost(PATIENCE).until(() -> first.err().contains("[2/4] loopback smoke "));
        first.signal("INT");
        assertThat(first.exitCode()).isEqualTo(130);
        assertThat(first.err()).startsWith("4 runs, about 17 s:");
        assertThat(first.out()).contains("incomplete: 1 of 4 runs; repeat the command with --resume for the rest");
        Path unfinished = only(first.results("-matrix-incomplete"));
        assertThat(summary(List.of(unfinished)))
                .element(1)
                .asString()
                .contains("200/s")
                .containsPattern(",(Met|Saturated),");

        BenchCall other = BenchCall.of(directory, arguments(cells[0], "--resume"));
        assertThat(other.exitCode()).isEqualTo(2);
        assertThat(other.err())
                .contains("--resume: nothing to resume in " + directory.resolve("results") + " (expected: ")
                .contains(unfinished.getFileName() + " differs in workload.");

        BenchCall second = BenchCall.here(directory, arguments(cells[0], cells[1], "--resume"));
        assertRan(second);
        assertThat(second.err())
                .startsWith("3 runs")
                .doesNotContain("smoke 200/s, 64B")
                .doesNotContain("[1/4] ")
                .contains("[2/4] loopback smoke ", "[4/4] loopback smoke 300/s, 1KiB: started");
        Path finished = only(second.results("-smoke-matrix"));
        assertThat(unfinished.getFileName().toString()).isEqualTo(finished.getFileName() + "-incomplete");
        assertThat(summary(List.of(finished)))
                .hasSize(5)
                .allSatisfy(row -> assertThat(row.split(",")).hasSizeGreaterThan(20))
                .element(4)
                .asString()
                .matches("loopback,\"300/s, 1KiB\",300\\.0,1024,1,1,.*," + ".*-smoke-300-s-1KiB-loopback");
        assertThat(second.out()).contains("200/s, 64B", "200/s, 1KiB", "300/s, 64B", "300/s, 1KiB");

        BenchCall third = BenchCall.of(directory, arguments(cells[0], cells[1], "--resume"));
        assertThat(third.exitCode()).isEqualTo(2);
        assertThat(third.err()).contains("nothing to resume");
    }

    @Test
    void shouldMeasureThroughputOverSeveralTopics() throws Exception {
        Path workload = Files.writeString(
                directory.resolve("closed.yaml"),
                "mode: throughput\nidle: park\njfr: off\ncount: 3000\ninFlight: 20\nsize: 64\nhops: 1\nwarmup: 300ms\n"
                        + "topics: [1, 7]\nproducers: 2\n");
        BenchCall bench = BenchCall.here(directory, "-Dworkload=" + workload, "chronicle.yaml");

        assertRan(bench);
        assertThat(bench.err()).contains("chronicle closed closed loop, 64B, 7 topics");
        assertThat(bench.out()).containsPattern("publisher +[\\d,]+ +[\\d,.]+ +3,000 ");
        List<Path> results = bench.results("-chronicle");
        assertThat(results).hasSize(2);
        for (Path result : results) {
            JsonNode json =
                    new ObjectMapper().readTree(result.resolve("result.json").toFile());
            assertThat(json.at("/throughput/subscriber/messages").asInt()).isEqualTo(3_000);
            assertThat(json.at("/throughput/overall/bytes").asInt()).isEqualTo(3_000 * 64);
            assertThat(json.at("/probes/endToEnd/count").asInt()).isZero();
            assertThat(json.at("/accounting/lost").asInt()).isZero();
            assertThat(json.at("/forks/0/guarantees/ordered").asBoolean())
                    .isEqualTo(json.at("/workloadSettings/topics/0").asInt() == 1);
            assertThat(publishedBytesEachSecond(result))
                    .isEqualTo(64 * json.at("/accounting/sent").asLong());
        }
    }

    @Test
    void shouldGoOnAfterARunThatFailed() throws Exception {
        BenchCall bench = BenchCall.of(directory, arguments("-Drate=120", "-Dsize=[64MiB, 64]", "-Djvm.heap=64m"));

        assertThat(bench.exitCode()).isEqualTo(5);
        assertThat(bench.said()).contains("ran out of memory").contains("-Djvm.heap");
        List<String> rows = summary(bench.results("-smoke-matrix-incomplete"));
        assertThat(rows.get(1))
                .contains("64MiB", ",Invalid,")
                .contains("ran out of memory")
                .endsWith("-incomplete");
        assertThat(rows.get(2)).contains(",64,").containsPattern(",(Met|Saturated),");
        assertThat(bench.out()).contains("incomplete: 1 of 2 runs; repeat the command with --resume for the rest");
    }

    @Tag("exhaustive")
    @Test
    void shouldGoOnWithAMatrixThatWasKilled() throws Exception {
        String[] rates = {"-Drate=[200, 300]", "-Dduration=6s"};
        BenchProcess first = bench(rates);
        await().atMost(PATIENCE).until(() -> first.err().contains("[2/2] loopback smoke 300/s: started"));
        BenchProcess meanwhile = bench(rates[0], rates[1], "--resume");
        assertThat(meanwhile.exitCode()).isEqualTo(2);
        assertThat(meanwhile.err()).contains("(expected: a call that has ended, but this one is still running)");
        first.signal("KILL");
        first.exitCode();
        only(first.results("-matrix.partial"));

        BenchProcess second = bench(rates[0], rates[1], "--resume");
        assertRan(second);
        assertThat(second.err()).startsWith("1 run,").doesNotContain("200/s: started");
        assertThat(summary(second.results("-matrix"))).hasSize(3);
    }

    private static String[] arguments(String... arguments) {
        return BenchProcess.with(List.of(SHORT), arguments);
    }

    private BenchProcess bench(String... arguments) throws Exception {
        return BenchProcess.jar(directory, arguments(arguments));
    }

    private static void assertRan(Bench bench) throws InterruptedException {
        bench.assertMeasured();
    }

    private static Path only(List<Path> paths) {
        assertThat(paths).hasSize(1);
        return paths.get(0);
    }

    private static List<String> summary(List<Path> matrix) throws Exception {
        return Files.readAllLines(only(matrix).resolve("summary.csv"));
    }

    private static long publishedBytesEachSecond(Path result) throws Exception {
        List<String> rows = Files.readAllLines(result.resolve("intervals.csv"));
        int column = Arrays.asList(rows.get(0).split(",")).indexOf("publishedBytes");
        return rows.stream()
                .skip(1)
                .mapToLong(row -> Long.parseLong(row.split(",")[column]))
                .sum();
    }
}
