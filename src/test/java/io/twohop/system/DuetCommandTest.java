package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs side by side, by their results. */
@Timeout(360)
class DuetCommandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path directory;

    private static String[] arguments(String... more) {
        return BenchProcess.with(
                List.of(
                        "-Dworkload=smoke.yaml",
                        "-Drate=5k",
                        "-Dwarmup=1s",
                        "-Dduration=3s",
                        "-Dforks=2",
                        "-Dfloor=0s",
                        "-Didle=park",
                        BenchProcess.BYTES,
                        BenchProcess.FIRST_COMPILER,
                        BenchProcess.ANY_RATE,
                        "--duet",
                        "loopback.yaml",
                        "chronicle.yaml"),
                more);
    }

    private BenchProcess duet(String... more) throws IOException {
        return BenchProcess.jar(directory, arguments(more));
    }

    /** The messages due in each measured slice of a fork. */
    private static List<Long> due(Path result, int fork) throws IOException {
        List<Long> due = new ArrayList<>();
        for (String line : Files.readAllLines(result.resolve("intervals.csv"))) {
            String[] cells = line.split(",");
            if (cells[0].equals(Integer.toString(fork)) && cells[1].equals("measure")) {
                due.add(Long.parseLong(cells[5]));
            }
        }
        return due;
    }

    @Test
    void shouldMeasureBothInTurns() throws Exception {
        BenchCall bench = BenchCall.of(directory, arguments());
        bench.assertMeasured();
        assertThat(bench.err()).containsPattern("measuring \\d s  (loopback|chronicle) [1-9][\\d,]*/s");
        Path loopback = bench.results("-loopback").get(0);
        Path chronicle = bench.results("-chronicle").get(0);
        assertThat(bench.out().replaceAll("\\s+", " "))
                .contains("took turns with loopback smoke 5k/s, 64B: 32 slices of 250ms, of which the machine"
                        + " stalled ");

        for (Path result : List.of(loopback, chronicle)) {
            JsonNode tree = JSON.readTree(result.resolve("result.json").toFile());
            assertThat(tree.at("/complete").asBoolean()).as(bench.err()).isTrue();
            // Of whole blocks of a second, 0.4 s each: 1.2 s of warm-up and 3.2 s measured, in two forks.
            assertThat(tree.at("/accounting/sent").asLong()).isEqualTo(2 * 5_000 * 44 / 10);
            assertThat(tree.at("/accounting/received").asLong()).isEqualTo(2 * 5_000 * 44 / 10);
            assertThat(tree.at("/duet/sliceSeconds").asDouble()).isEqualTo(0.25);
            assertThat(tree.at("/duet/restSeconds").asDouble()).isEqualTo(0.025);
            assertThat(tree.at("/rates/duePerSecond").asDouble()).isEqualTo(5_000);
            for (JsonNode fork : tree.path("forks")) {
                assertThat(fork.at("/slices/measured").asInt()).isEqualTo(16);
                assertThat(fork.at("/slices/stalledAtSeconds").size()).isBetween(0, 16);
            }
        }
        assertThat(JSON.readTree(loopback.resolve("result.json").toFile())
                        .at("/duet/with")
                        .asText())
                .isEqualTo("chronicle smoke 5k/s, 64B");
        for (int fork = 1; fork <= 2; fork++) {
            List<Long> one = due(loopback, fork);
            List<Long> other = due(chronicle, fork);
            assertThat(one).hasSize(32);
            for (int slice = 0; slice < one.size(); slice++) {
                assertThat(List.of(one.get(slice), other.get(slice))).containsExactlyInAnyOrder(0L, 1_000L);
            }
        }

        BenchCall compared =
                BenchCall.of(directory, "compare", loopback.toString(), chronicle.toString(), "--only", "endToEnd.p50");
        assertThat(compared.exitCode()).as(compared.err()).isZero();
        assertThat(compared.out()).contains(", slice by slice", "note: 32 pairs of slices; in ");
    }

    /** The next round is measured all the same. */
    @Test
    void shouldEndBothWhereOneFallsOut() throws Exception {
        BenchProcess bench = duet(BenchProcess.UNRECORDED);
        await().atMost(Duration.ofSeconds(90)).until(() -> bench.err().contains("measuring"));
        ProcessHandle fork = bench.descendants().stream()
                .filter(process -> process.info().commandLine().orElse("").contains("ForkMain"))
                .findFirst()
                .orElseThrow();
        fork.destroyForcibly();

        assertThat(bench.exitCode()).as(bench.err()).isEqualTo(5);
        assertThat(bench.out())
                .contains("the fork that it took turns with fell out")
                .contains("killed by signal 9");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "chronicle-sync.yaml         | --duet: 3 (expected: two runs, such as two transport files)",
                "--interleave                | --duet: not together with --interleave, --resume or --agents",
                "-Dforks=1                   | forks: 1 (expected: 2 or more, since --duet",
                "-Dservice.process=true      | service.process: true (expected: no process of its own, since --duet",
                "-Dwarmup={until: steady}    | warmup.until: steady (expected: a time such as 10s, since --duet",
                "'-Drate=[{hold: 1k, for: 3s}]' | rate: a profile (expected: a rate, since --duet",
            })
    void shouldRefuseWhatDoesNotGoInTurns(String argument, String words) throws Exception {
        BenchCall bench = BenchCall.of(directory, arguments(argument, "--dry-run"));

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err()).contains(words);
        assertThat(directory.resolve("results")).doesNotExist();
    }
}
