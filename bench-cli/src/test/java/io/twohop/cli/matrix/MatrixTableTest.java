package io.twohop.cli.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MatrixTableTest {
    private static MatrixRow row(String transport, String verdict, String untrusted) {
        Map<String, String> values = new HashMap<>(Map.of(
                MatrixColumns.TRANSPORT, transport,
                MatrixColumns.RUN, "1k/s",
                MatrixColumns.VERDICT, verdict,
                MatrixColumns.ACHIEVED, "1000.0",
                MatrixColumns.LOST, "0",
                MatrixColumns.P50, "1500",
                MatrixColumns.P99, "2500000",
                MatrixColumns.P999, "9000000"));
        values.put(MatrixColumns.UNTRUSTED, untrusted);
        return new MatrixRow(values);
    }

    private static List<String> print(MatrixRow... rows) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        new MatrixTable(List.of(rows)).print(new PrintStream(text, true, StandardCharsets.UTF_8));
        return text.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void shouldMarkWhatTheMachineMayHaveDecided() {
        assertThat(print(row("nats", "Met", "p99 p99.9 max"), row("chronicle", "Missed", null)))
                .containsExactly(
                        "",
                        "transport  run   verdict     achieved  lost      p50        p99      p99.9",
                        "nats       1k/s  met          1,000/s     0  1.50 us  (2.50 ms)  (9.00 ms)",
                        "chronicle  1k/s  missed       1,000/s     0  1.50 us    2.50 ms    9.00 ms",
                        "(latencies end to end; in parentheses: this machine may have decided it)");
    }

    @Test
    void shouldHaveNoMarksWhereAllIsTrusted() {
        assertThat(print(row("nats", "Met", null), row("chronicle", "Invalid", "")))
                .last()
                .isEqualTo("(latencies end to end)");
    }

    /** A broker that is back within a tick was not back at once. */
    @Test
    void shouldNotRoundShortOutagesToNothing() {
        Map<String, String> values = new HashMap<>(row("nats", "Met", null).values());
        values.put(MatrixColumns.PROMISED, "AT_LEAST_ONCE");
        values.put(MatrixColumns.FIRST_THROUGH, "22400000");
        values.put(MatrixColumns.LONGEST_GAP, "1340000000");
        MatrixColumns.ALL.forEach(column -> values.putIfAbsent(column.name(), "0"));

        assertThat(print(new MatrixRow(values)).get(2)).contains("22.4 ms  ").contains("1.34 s  ");
    }

    @Test
    void shouldShowHowEachBacklogDrained() {
        Map<String, String> kafka = new HashMap<>(row("kafka", "Met", null).values());
        Map<String, String> nats = new HashMap<>(row("nats", "Met", null).values());
        List.of(kafka, nats).forEach(values -> values.put(MatrixColumns.PROMISED, "AT_LEAST_ONCE"));
        kafka.put(MatrixColumns.BACKLOG, "40000");
        kafka.put(MatrixColumns.DRAINED, "12345.6");
        kafka.put(MatrixColumns.DRAIN, "3870000000");
        kafka.put(MatrixColumns.STEADY_AFTER_BACKLOG, "4000000000");

        assertThat(print(new MatrixRow(kafka), new MatrixRow(nats)))
                .endsWith(
                        "",
                        "transport  run   backlog  drained in   arrived  latency as before",
                        "kafka      1k/s   40,000      3.87 s  12,346/s             4.00 s");

        kafka.remove(MatrixColumns.DRAIN);
        kafka.remove(MatrixColumns.STEADY_AFTER_BACKLOG);
        assertThat(print(new MatrixRow(kafka))).last().asString().contains("not in the run", " -");
        assertThat(print(new MatrixRow(nats))).noneMatch(line -> line.contains("drained in"));
    }

    @Test
    void shouldSayFirstThatNoFigureCanBeUsed() {
        assertThat(print(row("nats", "Invalid", null), row("chronicle", "Failed", null)))
                .startsWith("", "INVALID: the figures of none of these runs can be used");
        assertThat(print(row("nats", "Invalid", null), row("chronicle", "Saturated", null)))
                .noneMatch(line -> line.contains("none of these runs"));
    }
}
