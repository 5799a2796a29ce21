package io.twohop.cli;

import io.twohop.account.DurationText;
import io.twohop.cli.text.Summary;
import io.twohop.cli.text.TextTable;
import io.twohop.result.Doubt;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Several runs of one call side by side: a line each. */
record MatrixTable(List<MatrixRow> rows) {
    private static final String NONE = "-";
    private static final int VERDICT_WIDTH = 9;
    private static final int RATE_WIDTH = 9;
    private static final int LOST_WIDTH = 4;
    private static final int FIGURE_WIDTH = 7;

    void print(PrintStream out) {
        if (rows.stream().anyMatch(MatrixRow::hasFaults)) {
            new FaultTable(rows).print(out);
            return;
        }
        boolean closedLoop = rows.stream().anyMatch(row -> row.number(MatrixColumns.PUBLISHER) != null);
        TextTable table = new TextTable()
                .left(0)
                .left(0)
                .left(VERDICT_WIDTH)
                .right(RATE_WIDTH)
                .right(LOST_WIDTH);
        List<String> header = new ArrayList<>(List.of("transport", "run", "verdict", "achieved", "lost"));
        if (closedLoop) {
            table.right(RATE_WIDTH).right(FIGURE_WIDTH).right(RATE_WIDTH).right(FIGURE_WIDTH);
            header.addAll(List.of("publisher", "MB/s", "subscriber", "MB/s"));
        } else {
            table.right(FIGURE_WIDTH).right(FIGURE_WIDTH).right(FIGURE_WIDTH);
            header.addAll(List.of("p50", "p99", "p99.9"));
        }
        table.row(header);
        for (MatrixRow row : rows) {
            List<String> cells = new ArrayList<>(List.of(
                    row.transport(),
                    row.run(),
                    row.verdict().toLowerCase(Locale.ROOT),
                    perSecond(row.number(MatrixColumns.ACHIEVED)),
                    count(row.count(MatrixColumns.LOST))));
            cells.addAll(closedLoop ? throughput(row) : latencies(row));
            table.row(cells);
        }
        out.println();
        if (rows.stream().noneMatch(MatrixRow::hasUsableFigures)) {
            out.println("INVALID: the figures of none of these runs can be used");
        }
        table.print("", out);
        if (!closedLoop) {
            boolean areMarked = rows.stream().anyMatch(MatrixRow::isDoubtful);
            out.println("(latencies end to end"
                    + (areMarked ? "; in parentheses: this machine may have decided it)" : ")"));
        }
        printCodecs(out);
    }

    /** A transport is easily taken for slow that had the slower codec. */
    private void printCodecs(PrintStream out) {
        Map<String, Set<String>> transports = new TreeMap<>();
        rows.stream()
                .filter(row -> row.text(MatrixColumns.CODEC) != null)
                .forEach(row -> transports
                        .computeIfAbsent(row.text(MatrixColumns.CODEC), codec -> new TreeSet<>())
                        .add(row.transport()));
        if (transports.size() > 1) {
            out.println("warning: unlike codecs: "
                    + transports.entrySet().stream()
                            .map(codec -> codec.getKey() + " (" + String.join(", ", codec.getValue()) + ")")
                            .collect(Collectors.joining(", "))
                    + "; -Dcodec=" + transports.keySet().iterator().next() + " measures all of them alike");
        }
    }

    private static List<String> latencies(MatrixRow row) {
        return List.of(
                latency(row, "p50", MatrixColumns.P50),
                latency(row, "p99", MatrixColumns.P99),
                latency(row, "p99.9", MatrixColumns.P999));
    }

    private static String latency(MatrixRow row, String figure, String column) {
        Long nanos = row.count(column);
        return nanos == null ? NONE : Doubt.marked(DurationText.of(nanos), row.isDoubtful(figure));
    }

    private static List<String> throughput(MatrixRow row) {
        return List.of(
                perSecond(row.number(MatrixColumns.PUBLISHER)),
                megabytes(row.number(MatrixColumns.PUBLISHER_MEGABYTES)),
                perSecond(row.number(MatrixColumns.SUBSCRIBER)),
                megabytes(row.number(MatrixColumns.SUBSCRIBER_MEGABYTES)));
    }

    private static String count(Long count) {
        return count == null ? NONE : String.format(Locale.ROOT, "%,d", count);
    }

    private static String perSecond(Double rate) {
        return rate == null ? NONE : Summary.perSecond(rate);
    }

    private static String megabytes(Double rate) {
        return rate == null ? NONE : String.format(Locale.ROOT, "%,.3f", rate);
    }
}
