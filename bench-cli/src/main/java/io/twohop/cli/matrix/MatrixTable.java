package io.twohop.cli.matrix;

import io.twohop.account.DurationText;
import io.twohop.cli.text.Summary;
import io.twohop.cli.text.TextTable;
import io.twohop.config.Texts;
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

/** The runs of one invocation as a table with a line for each. */
public record MatrixTable(List<MatrixRow> rows) {
    private static final String NONE = "-";
    private static final int VERDICT_WIDTH = 9;
    private static final int RATE_WIDTH = 9;
    private static final int LOST_WIDTH = 4;
    private static final int FIGURE_WIDTH = 7;
    private static final List<String> FAULT_TITLES = List.of(
            "transport",
            "run",
            "promised",
            "verdict",
            "lost",
            "acknowledged",
            "silent",
            "failed",
            "dropped",
            "duplicated",
            "disorder",
            "first message",
            "longest gap",
            "as before");
    private static final int FAULT_TEXTS = 4;
    private static final List<String> BACKLOG_TITLES =
            List.of("transport", "run", "backlog", "drained in", "arrived", "latency as before");
    private static final int BACKLOG_TEXTS = 2;
    private static final double PERCENT = 100;

    public void print(PrintStream out) {
        if (rows.stream().anyMatch(MatrixRow::hasFaults)) {
            printFaults(out);
            printBacklogs(out);
            return;
        }
        boolean closedLoop = rows.stream()
                .anyMatch(row -> row.number(MatrixColumns.PUBLISHER).isPresent());
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
                    perSecond(row, MatrixColumns.ACHIEVED),
                    row.count(MatrixColumns.LOST).map(MatrixTable::count).orElse(NONE)));
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

    /** Warns of different codecs: a slower codec makes a transport look slow. */
    private void printCodecs(PrintStream out) {
        Map<String, Set<String>> transports = new TreeMap<>();
        rows.forEach(row -> row.text(MatrixColumns.CODEC)
                .ifPresent(codec -> transports
                        .computeIfAbsent(codec, added -> new TreeSet<>())
                        .add(row.transport())));
        if (transports.size() > 1) {
            out.println("warning: different codecs: "
                    + transports.entrySet().stream()
                            .map(codec -> codec.getKey() + " (" + String.join(", ", codec.getValue()) + ")")
                            .collect(Collectors.joining(", "))
                    + "; -Dcodec=" + transports.keySet().iterator().next() + " measures all with the same");
        }
    }

    private static List<String> latencies(MatrixRow row) {
        return List.of(
                latency(row, "p50", MatrixColumns.P50),
                latency(row, "p99", MatrixColumns.P99),
                latency(row, "p99.9", MatrixColumns.P999));
    }

    private static String latency(MatrixRow row, String figure, String column) {
        return row.count(column)
                .map(nanos -> Doubt.marked(DurationText.of(nanos), row.isDoubtful(figure)))
                .orElse(NONE);
    }

    private static List<String> throughput(MatrixRow row) {
        return List.of(
                perSecond(row, MatrixColumns.PUBLISHER),
                megabytes(row, MatrixColumns.PUBLISHER_MEGABYTES),
                perSecond(row, MatrixColumns.SUBSCRIBER),
                megabytes(row, MatrixColumns.SUBSCRIBER_MEGABYTES));
    }

    private static String perSecond(MatrixRow row, String column) {
        return row.number(column).map(Summary::perSecond).orElse(NONE);
    }

    private static String megabytes(MatrixRow row, String column) {
        return row.number(column).map(rate -> Texts.format("%,.3f", rate)).orElse(NONE);
    }

    private static String count(long count) {
        return Texts.format("%,d", count);
    }

    /** Prints what each fault did beside what the transport promised. */
    private void printFaults(PrintStream out) {
        print(
                FAULT_TITLES,
                FAULT_TEXTS,
                rows.stream().map(MatrixTable::faultCells).toList(),
                out);
        if (rows.stream().anyMatch(row -> counted(row, MatrixColumns.UNDELIVERED) > 0)) {
            out.println("* what had not arrived at the end, but might still have, is not counted as lost");
        }
    }

    /** Prints how each backlog drained; times count from when consumers started again. */
    private void printBacklogs(PrintStream out) {
        List<List<String>> lines = rows.stream()
                .filter(row -> row.count(MatrixColumns.BACKLOG).isPresent())
                .map(row -> List.of(
                        row.transport(),
                        row.run(),
                        count(counted(row, MatrixColumns.BACKLOG)),
                        time(row, MatrixColumns.DRAIN),
                        perSecond(row, MatrixColumns.DRAINED),
                        row.count(MatrixColumns.STEADY_AFTER_BACKLOG)
                                .map(DurationText::of)
                                .orElse(NONE)))
                .toList();
        if (!lines.isEmpty()) {
            print(BACKLOG_TITLES, BACKLOG_TEXTS, lines, out);
        }
    }

    /** @param texts number of columns that are aligned left, from the first */
    private static void print(List<String> titles, int texts, List<List<String>> lines, PrintStream out) {
        TextTable table = new TextTable();
        for (int i = 0; i < titles.size(); i++) {
            table = i < texts ? table.left(0) : table.right(0);
        }
        table.row(titles);
        lines.forEach(table::row);
        out.println();
        table.print("", out);
    }

    private static List<String> faultCells(MatrixRow row) {
        if (!row.hasFaults()) {
            List<String> cells = new ArrayList<>(
                    List.of(row.transport(), row.run(), NONE, row.verdict().toLowerCase(Locale.ROOT)));
            while (cells.size() < FAULT_TITLES.size()) {
                cells.add(NONE);
            }
            return cells;
        }
        boolean hasUndelivered = counted(row, MatrixColumns.UNDELIVERED) > 0;
        long acknowledged = counted(row, MatrixColumns.LOST_ACKNOWLEDGED);
        long silent = counted(row, MatrixColumns.LOST_UNANSWERED);
        return List.of(
                row.transport(),
                row.run(),
                row.text(MatrixColumns.PROMISED)
                        .orElseThrow()
                        .toLowerCase(Locale.ROOT)
                        .replace('_', ' '),
                faultVerdict(row),
                count(acknowledged + silent) + (hasUndelivered ? "*" : ""),
                count(acknowledged),
                count(silent),
                count(counted(row, MatrixColumns.LOST_REPORTED)),
                count(counted(row, MatrixColumns.DROPPED)),
                count(counted(row, MatrixColumns.DUPLICATED)),
                count(counted(row, MatrixColumns.OUT_OF_ORDER)),
                time(row, MatrixColumns.FIRST_THROUGH),
                time(row, MatrixColumns.LONGEST_GAP),
                time(row, MatrixColumns.STEADY));
    }

    /** Returns a count of messages; files of earlier versions lack some of them. */
    private static long counted(MatrixRow row, String column) {
        return row.count(column).orElse(0L);
    }

    /** Adds the share of the offered rate that arrived in time: guarantees may hold while little arrives. */
    private static String faultVerdict(MatrixRow row) {
        double offered = row.number(MatrixColumns.OFFERED).orElse(0.0);
        String verdict = row.verdict().toLowerCase(Locale.ROOT);
        return row.number(MatrixColumns.ACHIEVED)
                .filter(achieved -> offered > 0)
                .map(achieved -> Texts.format("%s at %.1f %%", verdict, PERCENT * achieved / offered))
                .orElse(verdict);
    }

    private static String time(MatrixRow row, String column) {
        return row.count(column).map(DurationText::of).orElse("not in the run");
    }
}
