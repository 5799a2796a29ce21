package io.twohop.cli;

import io.twohop.account.DurationText;
import io.twohop.cli.text.TextTable;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What faults did in several runs of one call, next to what was promised: a line each. */
record FaultTable(List<MatrixRow> rows) {
    private static final List<String> TITLES = List.of(
            "transport",
            "run",
            "promised",
            "verdict",
            "lost",
            "acknowledged",
            "silent",
            "failed",
            "dropped",
            "doubled",
            "disorder",
            "first message",
            "longest gap",
            "as before");
    private static final int TEXTS = 4;
    private static final String NONE = "-";
    private static final double PERCENT = 100;

    void print(PrintStream out) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(TITLES);
        rows.forEach(row -> lines.add(cells(row)));
        TextTable table = new TextTable();
        for (int i = 0; i < TITLES.size(); i++) {
            table = i < TEXTS ? table.left(0) : table.right(0);
        }
        lines.forEach(table::row);
        out.println();
        table.print("", out);
        if (rows.stream().anyMatch(row -> row.hasFaults() && row.count(MatrixColumns.UNDELIVERED) > 0)) {
            out.println("* what had not arrived at the end, but might still have, is not counted as lost");
        }
    }

    private static List<String> cells(MatrixRow row) {
        if (!row.hasFaults()) {
            List<String> cells = new ArrayList<>(
                    List.of(row.transport(), row.run(), NONE, row.verdict().toLowerCase(Locale.ROOT)));
            while (cells.size() < TITLES.size()) {
                cells.add(NONE);
            }
            return cells;
        }
        long lost = row.count(MatrixColumns.LOST_ACKNOWLEDGED) + row.count(MatrixColumns.LOST_UNANSWERED);
        Long dropped = row.count(MatrixColumns.DROPPED);
        return List.of(
                row.transport(),
                row.run(),
                row.text(MatrixColumns.PROMISED).toLowerCase(Locale.ROOT).replace('_', ' '),
                verdict(row),
                count(lost) + (row.count(MatrixColumns.UNDELIVERED) > 0 ? "*" : ""),
                count(row.count(MatrixColumns.LOST_ACKNOWLEDGED)),
                count(row.count(MatrixColumns.LOST_UNANSWERED)),
                count(row.count(MatrixColumns.LOST_REPORTED)),
                count(dropped == null ? 0 : dropped),
                count(row.count(MatrixColumns.DUPLICATED)),
                count(row.count(MatrixColumns.OUT_OF_ORDER)),
                seconds(row.count(MatrixColumns.FIRST_THROUGH)),
                seconds(row.count(MatrixColumns.LONGEST_GAP)),
                seconds(row.count(MatrixColumns.STEADY)));
    }

    /** With how much of the offered rate arrived in time: guarantees may hold while little does. */
    private static String verdict(MatrixRow row) {
        Double offered = row.number(MatrixColumns.OFFERED);
        Double achieved = row.number(MatrixColumns.ACHIEVED);
        String verdict = row.verdict().toLowerCase(Locale.ROOT);
        return offered == null || achieved == null || offered == 0
                ? verdict
                : String.format(Locale.ROOT, "%s at %.1f %%", verdict, PERCENT * achieved / offered);
    }

    private static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    private static String seconds(Long nanos) {
        return nanos == null ? "not in the run" : DurationText.of(nanos);
    }
}
