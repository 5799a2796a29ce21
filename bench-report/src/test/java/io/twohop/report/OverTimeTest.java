package io.twohop.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverTimeTest {
    @TempDir
    Path directory;

    /** Five seconds: in each, as many messages of 100 us as its number and 90 of 1 us. */
    private LatencyLog log() throws IOException {
        Path file = directory.resolve("endToEnd-fork1.hlog");
        try (PrintStream out = new PrintStream(file.toFile(), StandardCharsets.UTF_8)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputLogFormatVersion();
            log.outputLegend();
            for (int second = 0; second < 5; second++) {
                Histogram histogram = new Histogram(1, 3_600_000_000_000L, 3);
                histogram.recordValueWithCount(1_000, 90);
                histogram.recordValueWithCount(100_000, second);
                log.outputIntervalHistogram(second, second + 1.0, histogram, 1.0);
            }
        }
        return new LatencyLog(file);
    }

    private JsonNode put(int most) throws IOException {
        ObjectNode fork = JsonNodeFactory.instance.objectNode();
        OverTime.put(log(), most, fork);
        return fork;
    }

    @Test
    void shouldReportEachSecondWhereThereIsRoom() throws IOException {
        JsonNode fork = put(5);

        assertThat(fork.path("time")).hasSize(5);
        JsonNode last = fork.path("time").get(4);
        assertThat(last.get(0).asDouble()).isEqualTo(4);
        assertThat(last.get(1).asDouble()).isEqualTo(5);
        assertThat(last.get(2).asLong()).isEqualTo(1_000);
        // 94 samples say nothing of 99 %, and the largest is always known.
        assertThat(last.get(3).isNull()).isTrue();
        assertThat(last.get(5).asLong()).isBetween(99_900L, 100_100L);
        assertThat(fork.path("heat").get(4).toString()).isEqualTo("[30,90,50,4]");
        assertThat(fork.path("heat").get(0).toString()).isEqualTo("[30,90]");
    }

    @Test
    void shouldAddUpHistogramsWhereThereIsNone() throws IOException {
        JsonNode fork = put(2);

        assertThat(fork.path("time")).hasSize(2);
        assertThat(fork.path("time").get(0).get(1).asDouble()).isEqualTo(3);
        assertThat(fork.path("time").get(1).get(0).asDouble()).isEqualTo(3);
        assertThat(fork.path("heat").get(0).toString()).isEqualTo("[30,270,50,3]");
        assertThat(fork.path("heat").get(1).toString()).isEqualTo("[30,180,50,7]");
    }
}
