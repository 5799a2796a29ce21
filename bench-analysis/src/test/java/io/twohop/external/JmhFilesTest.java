package io.twohop.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.twohop.config.ConfigException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads files that JMH 1.37 wrote, in {@code jmh.json} and {@code jmh.csv}. */
class JmhFilesTest {
    private static final String HEADER = "io.twohop.pipeline.HeaderBenchmark.read";
    private static final String FIND = "io.twohop.jmh.FieldBenchmark.find{field=last}";
    private static final Offset<Double> EXACT = within(1e-6);

    @TempDir
    Path directory;

    private static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(JmhFilesTest.class.getResourceAsStream(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private ExternalResult read(String name, String text) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        return ExternalFiles.read(name, file, FileUnits.of(List.of())).orElseThrow();
    }

    private static Series series(ExternalResult result, String name) {
        return result.series().stream()
                .filter(series -> series.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among " + result.series()));
    }

    @Test
    void shouldReadScoresAndTheirForksInNanosecondsAndPerSecond() throws IOException {
        ExternalResult result = read("a.json", resource("jmh.json"));

        assertThat(result.tool()).isEqualTo("JMH");
        assertThat(result.limits()).anyMatch(limit -> limit.contains("no intended times"));
        assertThat(result.series())
                .extracting(Series::name)
                .containsExactly(
                        FIND + ".thrpt",
                        HEADER + ".thrpt",
                        FIND + ".avgt",
                        HEADER + ".avgt",
                        FIND + ".sample",
                        HEADER + ".sample");
        Series average = series(result, HEADER + ".avgt");
        assertThat(average.quantity()).isEqualTo(Quantity.LATENCY);
        assertThat(average.figures()).containsOnlyKeys("mean");
        assertThat(average.figures().get("mean")).isCloseTo(33768.56721118061, EXACT);
        // A fork counts as the mean of its iterations.
        assertThat(average.forks().get(0).get("mean")).isCloseTo((44627.69907407407 + 19952.014285714286) / 2, EXACT);
        assertThat(average.forks()).hasSize(2);
        assertThat(average.settings())
                .containsEntry("jmh.jdkVersion", "17.0.15")
                .containsEntry("jmh.measurementTime", "2 ms")
                .doesNotContainKey("jmh.jvm");
        Series throughput = series(result, HEADER + ".thrpt");
        assertThat(throughput.quantity()).isEqualTo(Quantity.RATE);
        assertThat(throughput.figures().get(Series.RATE)).isCloseTo(2.4273382161591112e-05 * 1e9, EXACT);
        assertThat(throughput.headline()).as("calls are no messages").isFalse();
    }

    @Test
    void shouldReadSampledTimesAsFarAsTheirNumberSupports() throws IOException {
        Series sampled = series(read("a.json", resource("jmh.json")), HEADER + ".sample");

        // 254 samples, of which a p99 needs 1,000.
        assertThat(sampled.figures()).containsOnlyKeys("mean", "p50", "p90", "p95", "max");
        assertThat(sampled.figures()).containsEntry("p90", 14424.0).containsEntry("max", 4997120.0);
        assertThat(sampled.forks().get(0))
                .containsOnlyKeys("mean", "p50", "p90")
                .containsEntry("p50", 6832.0);
        assertThat(sampled.forks().get(1)).containsEntry("p50", 10400.0).containsEntry("p90", 15712.0);
        assertThat(sampled.forks().get(1).get("mean")).isCloseTo(15978.613861386139, EXACT);
    }

    @Test
    void shouldReadATableWithoutForks() throws IOException {
        ExternalResult result = read("a.csv", resource("jmh.csv"));

        assertThat(series(result, HEADER + ".avgt").figures()).isEqualTo(Map.of("mean", 16202.3512));
        assertThat(series(result, FIND + ".avgt").figures()).isEqualTo(Map.of("mean", 286509.21161));
        // 90 samples support no p90.
        assertThat(series(result, HEADER + ".sample").figures())
                .containsOnlyKeys("mean", "p50", "max")
                .containsEntry("p50", 9280.0)
                .containsEntry("max", 3088384.0);
        assertThat(result.series())
                .allSatisfy(series -> assertThat(series.forks()).isEmpty());
        assertThat(result.facts()).containsExactly("rows left out, of secondary metrics or other units: 22");
    }

    @Test
    void shouldReadATableOfAnotherLocale() throws IOException {
        String table = resource("jmh.csv")
                .lines()
                .filter(line -> line.startsWith("\"Benchmark\"") || line.contains("read\",\"avgt\""))
                .map(line -> line.replace(',', ';').replace('.', ','))
                .map(line -> line.replace("io,twohop,pipeline,HeaderBenchmark,read", HEADER))
                .reduce("", (all, line) -> all + line + "\r\n");

        assertThat(table).contains(";16202,351200;");
        assertThat(series(read("a.csv", "\ufeff" + table), HEADER + ".avgt").figures())
                .isEqualTo(Map.of("mean", 16202.3512));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"score\" : 33768.56721118061 | \"score\" : \"NaN\" | a.json:183: score: NaN (expected: a finite number)",
                "\"score\" : 33768.56721118061 | \"score\" : 1e999 | a.json:183: score: Infinity (expected: a finite number)",
                "44627.69907407407 | \"-INF\" | rawData: -INF (expected: a finite number)",
                "\"scoreUnit\" : \"ns/op\" | \"scoreUnit\" : \"B/op\" | scoreUnit: B/op (expected: a unit such as ns/op or ops/s)",
                "\"mode\" : \"avgt\" | \"mode\" : 3 | mode: 3",
                "\"mode\" : \"avgt\" | \"mode\" : \"thrpt\" | (expected: each benchmark once with a mode and parameters)",
            })
    void shouldNameTheLineOfWhatCannotBeRead(String text, String other, String message) throws IOException {
        String broken = resource("jmh.json").replace(text, other);

        assertThatThrownBy(() -> read("a.json", broken))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("a.json:")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "16202.351200 | NaN | a.csv:5: Score: NaN",
                "16202.351200 | x | a.csv:5: Score: x",
                "\"avgt\",1,2,16202.351200 | \"avgt\",1,16202.351200 | a.csv:5: row: 7 values (expected: 8, one for each column)",
                "\"Score\" | \"Points\" | a.csv:1: column: missing (expected: Score)",
                "\"Benchmark\",\"Mode\" | \"Benchmark\",\"Mode | a.csv:",
            })
    void shouldNameTheLineOfARowThatCannotBeRead(String text, String other, String message) throws IOException {
        String table = resource("jmh.csv")
                .lines()
                .filter(line -> !line.contains(":gc."))
                .reduce("", (all, line) -> all + line + "\n");

        assertThatThrownBy(() -> read("a.csv", table.replace(text, other)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }
}
