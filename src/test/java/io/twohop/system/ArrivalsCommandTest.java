package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.result.BenchmarkResult;
import io.twohop.testing.model.SoundRuns;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arrivals that a file has, from the outside. */
@Timeout(360)
class ArrivalsCommandTest {
    private static final Path WORKLOADS = Path.of(System.getProperty("twohop.home"), "workloads");

    @TempDir
    Path directory;

    private static byte[] unpacked(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file))) {
            return in.readAllBytes();
        }
    }

    @Test
    void shouldShipAFileThatItsGeneratorMakesAgain() throws Exception {
        Path made = directory.resolve("made.csv.gz");
        Process generator = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        WORKLOADS.resolve("MarketData.java").toString(),
                        "1",
                        made.toString())
                .inheritIO()
                .start();

        assertThat(generator.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(unpacked(made)).isEqualTo(unpacked(WORKLOADS.resolve("market-data.csv.gz")));
    }

    @Test
    void shouldShowRateAndBursts() throws Exception {
        BenchCall bench = BenchCall.of(
                directory, "arrivals", WORKLOADS.resolve("market-data.csv.gz").toString());

        assertThat(bench.exitCode()).as(bench.err()).isZero();
        assertThat(bench.said())
                .contains("200,940 arrivals in 09:59.994, 335/s on average")
                .contains("1 ms 0.33 14.8 591 03:04.651, line 109851")
                .contains("longest gap 201 ms, before line 141352");
    }

    @Test
    void shouldReplayWhatTheFileHas() throws Exception {
        BenchmarkResult measured = UnforkedRun.of(
                directory, "market-data.yaml", "loopback.yaml", "producers=2", "warmup=1s", "duration=3s", "idle=park");

        assertThat(measured.accounting().orElseThrow().missing()).isZero();
        SoundRuns.assertSound(measured.verdict(), measured.rates());
        JsonNode result = json(measured);
        JsonNode arrivals = result.at("/workloadSettings/arrivals");
        long due = result.at("/accounting/window/due").asLong();
        // By the file: those of the first three seconds, and of the first second once more.
        assertThat(due).isEqualTo(4_783);
        assertThat(result.at("/accounting/scheduled").asLong())
                .isEqualTo(arrivals.at("/contents/due").asLong());
        assertThat(result.at("/rates/offeredPerSecond").asDouble()).isBetween(due / 3.0, due / 3.0 + 0.1);
        assertThat(arrivals.at("/contents/sha256").asText()).hasSize(64);
        assertThat(arrivals.at("/contents/rows").asLong()).isEqualTo(200_940);
    }

    @Test
    void shouldGoThroughAProfileOfRates() throws Exception {
        BenchmarkResult measured = UnforkedRun.of(
                directory,
                "ramp.yaml",
                "loopback.yaml",
                "rate=[{from: 200, to: 600, over: 2s}, {hold: 600, for: 1s}, {step: 100}]",
                "warmup=1s",
                "duration=4s",
                "idle=park");

        assertThat(measured.accounting().orElseThrow().missing()).isZero();
        SoundRuns.assertSound(measured.verdict(), measured.rates());
        assertThat(UnforkedRun.said(measured)).contains("offered 525/s on average and up to 700/s, achieved");
        assertThat(json(measured).at("/accounting/scheduled").asLong()).isEqualTo(200 + 800 + 600 + 700);
        List<String> rows = Files.readAllLines(measured.directory().resolve("intervals.csv"));
        int due = List.of(rows.get(0).split(",")).indexOf("due");
        assertThat(rows.subList(1, 6).stream().map(row -> row.split(",")[due]))
                .containsExactly("200", "300", "500", "600", "700");
        assertThat(Files.readString(measured.directory().resolve("workload.yaml")))
                .contains("step: 100/s");
    }

    private static JsonNode json(BenchmarkResult result) throws IOException {
        return new ObjectMapper()
                .readTree(result.directory().resolve("result.json").toFile());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -Darrivals.file=ticks.csv    | ticks.csv:4: ts: 1ns back (expected: no earlier time than in line 3; arrivals.sortWithin: 1ns sorts such rows)
            -Darrivals.column=time       | market-data.csv.gz:1: column: time (expected: one of ts, feed, price)
            -Dduration=20m               | -Dduration=20m: duration: 20m (expected: at most
            -Drate=5k                    | -Drate=5k: rate: 5k/s (expected: no rate
            -Drate=[{hold: -5, for: 1s}] | rate[0].hold: -5 (expected: a rate above 0
            -Darrivals.topic=venue       | -Darrivals.topic=venue: arrivals.topic: venue (expected: none with topics: 1
            -Darrivals.venue=topic       | arrivals.venue: unknown key
            """)
    void shouldRefuseWhatCannotBeReplayed(String argument, String message) throws Exception {
        Files.writeString(directory.resolve("ticks.csv"), "ts,feed\n1,0\n4,0\n3,0\n");
        BenchCall bench = BenchCall.of(
                directory,
                "-Dworkload=market-data.yaml",
                "-Darrivals.unit=ns",
                argument.replace("=ticks", "=" + directory.resolve("ticks")),
                "chronicle.yaml");

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err()).contains(message);
        assertThat(directory.resolve("results")).doesNotExist();
    }
}
