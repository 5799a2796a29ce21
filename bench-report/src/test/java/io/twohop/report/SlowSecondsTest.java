package io.twohop.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.report.SlowSeconds.Second;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SlowSecondsTest {
    private static final double WINDOW_MILLIS = 20_000;

    @TempDir
    Path directory;

    /** Of seconds with a hundred messages each that took so long; none where it is 0. */
    private SlowSeconds slow(long... nanos) throws IOException {
        Path file = directory.resolve("endToEnd-fork1.hlog");
        try (PrintStream out = new PrintStream(file.toFile(), "UTF-8")) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputLogFormatVersion();
            log.outputLegend();
            for (int second = 0; second < nanos.length; second++) {
                Histogram histogram = new Histogram(3);
                if (nanos[second] > 0) {
                    histogram.recordValueWithCount(nanos[second], 100);
                }
                log.outputIntervalHistogram(second, second + 1, histogram, 1);
            }
        }
        return SlowSeconds.of(new LatencyLog(file), WINDOW_MILLIS);
    }

    @Test
    void shouldTakeTheTenthWithTheHighestP99() throws IOException {
        long[] nanos = new long[20];
        java.util.Arrays.fill(nanos, 100);
        nanos[3] = 1_000;
        nanos[17] = 900;

        SlowSeconds slow = slow(nanos);

        assertThat(slow.slow()).containsExactly(new Second(3_000, 4_000, 1_000), new Second(17_000, 18_000, 900));
        assertThat(slow.of()).isEqualTo(20);
        assertThat(slow.has(3_000)).isTrue();
        assertThat(slow.has(3_999.9)).isTrue();
        assertThat(slow.has(4_000)).isFalse();
        assertThat(slow.has(-1)).isFalse();
    }

    @Test
    void shouldLeaveOutWhatWasDrained() throws IOException {
        long[] nanos = new long[23];
        nanos[19] = 7;
        nanos[20] = 9;
        nanos[22] = 8;

        assertThat(slow(nanos).slow()).containsExactly(new Second(19_000, 20_000, 7));
    }

    @Test
    void shouldTakeOneOfFew() throws IOException {
        assertThat(slow(5, 7, 6).slow()).containsExactly(new Second(1_000, 2_000, 7));
    }

    @Test
    void shouldLeaveOutSecondsInWhichNothingArrived() throws IOException {
        assertThat(slow(0, 5, 0))
                .hasToString("SlowSeconds[slow=[Second[startMillis=1000, endMillis=2000, p99Nanos=5]], of=1]");
        assertThat(slow(0, 0).slow()).isEmpty();
        assertThat(slow(0, 0).has(500)).isFalse();
    }
}
