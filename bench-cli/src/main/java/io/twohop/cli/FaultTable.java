package io.twohop.cli;

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
            "reported",
            "silent",
            "doubled",
            "disorder",
            "first message",
            "longest gap",
            "as before");
    private static final int TEXTS = 4;
    private static final String NONE = "-";

    void print(PrintStream out) {
        List<List<String>> lines = new ArrayList<>();
        lines.add(TITLES);
        rows.forEach(row -> lines.add(cells(row)));
        int[] widths = new int[TITLES.size()];
        for (List<String> line : lines) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], line.get(i).length());
            }
        }
        out.println();
        for (List<String> line : lines) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                String padded = String.format(Locale.ROOT, "%" + (i < TEXTS ? "-" : "") + widths[i] + "s", line.get(i));
                text.append(i == 0 ? "" : "  ").append(padded);
            }
            out.println(text.toString().stripTrailing());
        }
        if (rows.stream().anyMatch(row -> row.undelivered() != null && row.undelivered() > 0)) {
            out.println(
                    "* messages did not flow again before the end: what had not arrived then is not counted as lost");
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
        long lost = row.lostAcknowledged() + row.lostReported() + row.lostUnanswered();
        return List.of(
                row.transport(),
                row.run(),
                row.promised().toLowerCase(Locale.ROOT).replace('_', ' '),
                row.verdict().toLowerCase(Locale.ROOT),
                count(lost) + (row.undelivered() > 0 ? "*" : ""),
                count(row.lostAcknowledged()),
                count(row.lostReported()),
                count(row.lostUnanswered()),
                count(row.duplicated()),
                count(row.outOfOrder()),
                seconds(row.firstThroughNanos()),
                seconds(row.longestGapNanos()),
                seconds(row.steadyNanos()));
    }

    private static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    private static String seconds(Long nanos) {
        return nanos == null ? "not in the run" : String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }
}
