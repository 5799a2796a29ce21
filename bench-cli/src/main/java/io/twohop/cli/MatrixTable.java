package io.twohop.cli;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Several runs of one call side by side: a line each. */
record MatrixTable(List<MatrixRow> rows) {
    private static final String NONE = "-";

    /** One unit for all: that of the fastest. */
    void print(PrintStream out) {
        if (rows.stream().anyMatch(MatrixRow::hasFaults)) {
            new FaultTable(rows).print(out);
            return;
        }
        Units units = Units.fitting(rows.stream()
                .map(MatrixRow::p50Nanos)
                .filter(Objects::nonNull)
                .min(Long::compare)
                .orElse(0L));
        boolean closedLoop = rows.stream().anyMatch(row -> row.publisherPerSecond() != null);
        int width = width("transport", MatrixRow::transport);
        int runWidth = width("run", MatrixRow::run);
        String start = "%-" + width + "s  %-" + runWidth + "s  %-9s %14s %9s";
        out.println();
        out.printf(start, "transport", "run", "verdict", "achieved", "lost");
        out.println(
                closedLoop
                        ? String.format(" %14s %12s %14s %12s", "publisher", "MB/s", "subscriber", "MB/s")
                        : String.format(" %12s %12s %12s  end to end, %s", "p50", "p99", "p99.9", units.symbol()));
        for (MatrixRow row : rows) {
            out.printf(
                    start,
                    row.transport(),
                    row.run(),
                    row.verdict().toLowerCase(Locale.ROOT),
                    perSecond(row.achievedPerSecond()),
                    row.lost() == null ? NONE : String.format(Locale.ROOT, "%,d", row.lost()));
            out.println((closedLoop ? throughput(row) : latencies(row, units)).stripTrailing());
        }
        printCodecs(out);
    }

    /** A transport is easily taken for slow that had the slower codec. */
    private void printCodecs(PrintStream out) {
        Map<String, Set<String>> transports = new TreeMap<>();
        rows.stream()
                .filter(row -> row.codec() != null)
                .forEach(row -> transports
                        .computeIfAbsent(row.codec(), codec -> new TreeSet<>())
                        .add(row.transport()));
        if (transports.size() > 1) {
            out.println("warning: unlike codecs: "
                    + transports.entrySet().stream()
                            .map(codec -> codec.getKey() + " (" + String.join(", ", codec.getValue()) + ")")
                            .collect(Collectors.joining(", "))
                    + "; -Dcodec=" + transports.keySet().iterator().next() + " measures all of them alike");
        }
    }

    private int width(String title, Function<MatrixRow, String> text) {
        return rows.stream().mapToInt(row -> text.apply(row).length()).reduce(title.length(), Math::max);
    }

    private static String latencies(MatrixRow row, Units units) {
        return String.format(
                " %12s %12s %12s",
                latency(row.p50Nanos(), units), latency(row.p99Nanos(), units), latency(row.p999Nanos(), units));
    }

    private static String latency(Long nanos, Units units) {
        return nanos == null ? NONE : units.format(nanos);
    }

    private static String throughput(MatrixRow row) {
        return String.format(
                " %14s %12s %14s %12s",
                perSecond(row.publisherPerSecond()),
                megabytes(row.publisherMegabytesPerSecond()),
                perSecond(row.subscriberPerSecond()),
                megabytes(row.subscriberMegabytesPerSecond()));
    }

    private static String perSecond(Double rate) {
        return rate == null ? NONE : String.format(Locale.ROOT, "%,.0f/s", rate);
    }

    private static String megabytes(Double rate) {
        return rate == null ? NONE : String.format(Locale.ROOT, "%,.3f", rate);
    }
}
