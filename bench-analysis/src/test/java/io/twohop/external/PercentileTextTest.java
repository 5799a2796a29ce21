package io.twohop.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PercentileTextTest {
    private static final String SPECTRUM = """
              Detailed Percentile spectrum:
                   Value   Percentile   TotalCount 1/(1-Percentile)

                   0.921     0.000000            1         1.00
                   6.671     0.500000        19783         2.00
                   9.143     0.900000        35570        10.00
                  11.135     0.989062        39070        91.43
                  11.207     0.990625        39135       106.67
                  12.327     0.999121        39467      1137.78
                  12.503     1.000000        39500          inf
            #[Mean    =        6.602, StdDeviation   =        1.919]
            #[Max     =       12.496, Total count    =        39500]
            ----------------------------------------------------------
            """;
    private static final String WRK2 = """
            Running 30s test @ http://127.0.0.1:80/index.html
              2 threads and 100 connections
              Thread Stats   Avg      Stdev     Max   +/- Stdev
              Latency Distribution (HdrHistogram - Recorded Latency)
             50.000%    6.67ms

            """ + SPECTRUM + """

              Latency Distribution (HdrHistogram - Uncorrected Latency (measured without taking delayed starts into account))
             50.000%    2.22ms

            """ + SPECTRUM.replace("12.503", "13.000") + """
              60018 requests in 30.00s, 19.81MB read
              Socket errors: connect 0, read 3, write 0, timeout 1
            Requests/sec:   2000.28
            Transfer/sec:    676.18KB
            """;

    @TempDir
    Path directory;

    private ExternalResult read(String text, String... units) throws IOException {
        Path file = Files.writeString(directory.resolve("wrk2.txt"), text);
        return ExternalFiles.read("wrk2.txt", file, FileUnits.of(List.of(units)))
                .orElseThrow();
    }

    @Test
    void shouldReadBothDistributionsOfWrk2InMilliseconds() throws IOException {
        ExternalResult result = read(WRK2);

        assertThat(result.tool()).isEqualTo("wrk2");
        assertThat(result.series())
                .extracting(Series::name)
                .containsExactly("latency", "uncorrected latency", "requests");
        // 39,500 samples support p99.9, and no p99.99.
        assertThat(result.series().get(0).figures())
                .containsOnlyKeys("p50", "p90", "p99", "p99.9", "max")
                .containsEntry("p50", 6_671_000.0)
                .containsEntry("p99", 11_207_000.0)
                .containsEntry("max", 12_503_000.0);
        assertThat(result.series().get(1).headline()).isFalse();
        assertThat(result.series().get(1).figures()).containsEntry("max", 13_000_000.0);
        assertThat(result.series().get(2).figures()).containsEntry(Series.RATE, 2000.28);
        assertThat(result.facts())
                .contains("wrk2: Socket errors: connect 0, read 3, write 0, timeout 1", "latency: 39,500 samples");
        assertThat(result.limits()).anyMatch(limit -> limit.contains("no series over time"));
        assertThat(read(WRK2.replace("\n", "\r\n")).series()).isEqualTo(result.series());
    }

    /** The library's own text and CSV, of 1 to 2,000. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldReadWhatTheLibraryWrites(boolean isCsv) throws IOException {
        Histogram histogram = new Histogram(3);
        for (int i = 1; i <= 2_000; i++) {
            histogram.recordValue(i);
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8)) {
            histogram.outputPercentileDistribution(out, 5, 1.0, isCsv);
        }
        String text = bytes.toString(StandardCharsets.UTF_8);

        assertThatThrownBy(() -> read(text)).hasMessageStartingWith("--unit: missing");
        Series series = read(text, "us").series().get(0);
        assertThat(series.figures()).containsEntry("p50", 1e6).containsEntry("max", 2e6);
        assertThat(series.figures().get("p99")).isBetween(1.98e6, 1.99e6);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "9.143     0.900000 | 5.143     0.900000 | wrk2.txt:6: row: 5.143",
                "9.143     0.900000 | 9.143     1.900000 | wrk2.txt:6: percentile: 1.900000",
                "9.143     0.900000 | NaN     0.900000 | wrk2.txt:6: row: NaN",
                "9.143     0.900000 | 9.143     -.9 | wrk2.txt:6: percentile: -.9",
                "9.143     0.900000 | 1e999     0.900000 | wrk2.txt:6: value: 1e999",
                "12.503     1.000000        39500          inf | ---------- | wrk2.txt:10: row: ------",
                "12.503     1.000000        39500          inf | '' | wrk2.txt:13: row: ------",
            })
    void shouldNameTheLineOfARowThatCannotBeRead(String text, String other, String message) {
        assertThatThrownBy(() -> read(SPECTRUM.replace(text, other))).hasMessageContaining(message);
    }

    @Test
    void shouldRefuseADistributionThatIsCutOff() {
        String cut = SPECTRUM.substring(0, SPECTRUM.indexOf("12.327"));

        assertThatThrownBy(() -> read(cut))
                .hasMessageContaining("wrk2.txt:2: percentiles: rows up to 0.990625 (expected: a whole distribution");
        assertThatThrownBy(() -> read(SPECTRUM.lines().findFirst().orElseThrow()))
                .hasMessageContaining("no distribution");
    }
}
