package io.twohop.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.account.DurationText;
import io.twohop.result.Doubt;
import io.twohop.result.Trust;
import io.twohop.workload.Percentiles;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.HdrHistogram.Histogram;

/** Latency by percentile as a plot of characters on logarithmic axes, with a mark per run. */
record TextPlot(List<RunTree> runs) {
    private static final String MARKS = "*o+x#@%&=~ABCDEFGHIJKLMNOPQRSTUVWXYZ";

    /** Mark of any run's figure that the machine may have decided. */
    private static final char DOUBTFUL = '.';

    private static final int COLUMNS_A_NINE = 12;
    private static final int ROWS_A_DECADE = 4;
    private static final int MARGIN = 10;
    private static final double[] STATED = {50, 90, 99, 99.9, 99.99};
    private static final double MEDIAN = Percentage.axis().get(0);

    String text() {
        StringBuilder text = new StringBuilder("\n");
        List<List<Long>> curves = runs.stream()
                .map(run -> Percentage.curve(run.latency(Probe.END_TO_END)))
                .toList();
        long least = extreme(curves, true);
        if (least > 0) {
            plot(curves, least, extreme(curves, false), text);
        }
        for (int i = 0; i < runs.size(); i++) {
            legend(i, text);
        }
        if (runs.stream().anyMatch(run -> !run.doubts(Probe.END_TO_END).names().isEmpty())) {
            text.append("  (in parentheses, and ")
                    .append(DOUBTFUL)
                    .append(" in the plot: this machine may have decided it)\n");
        }
        return text.append('\n').toString();
    }

    private static long extreme(List<List<Long>> curves, boolean least) {
        var all = curves.stream().flatMap(List::stream).mapToLong(nanos -> Math.max(1, nanos));
        return (least ? all.min() : all.max()).orElse(0);
    }

    private void plot(List<List<Long>> curves, long least, long most, StringBuilder text) {
        int bottom = (int) Math.floor(Math.log10(least));
        int top = Math.max(bottom + 1, (int) Math.ceil(Math.log10(most)));
        int deepest = curves.stream().mapToInt(List::size).max().orElse(0);
        double end = Math.max(1, Percentage.axis().get(Math.max(0, deepest - 1)));
        char[][] grid = new char[(top - bottom) * ROWS_A_DECADE + 1][column(end) + 1];
        for (char[] row : grid) {
            Arrays.fill(row, ' ');
        }
        for (int run = 0; run < curves.size(); run++) {
            List<Long> curve = curves.get(run);
            Doubts doubts = runs.get(run).doubts(Probe.END_TO_END);
            for (int i = 0; i < curve.size(); i++) {
                double decades = Math.log10(Math.max(1, curve.get(i))) - bottom;
                int row = grid.length - 1 - (int) Math.round(decades * ROWS_A_DECADE);
                double x = Percentage.axis().get(i);
                grid[row][column(x)] = doubts.isAt(Percentage.at(x)) ? DOUBTFUL : mark(run);
            }
        }
        text.append("  end to end\n");
        for (int row = 0; row < grid.length; row++) {
            boolean labelled = row % ROWS_A_DECADE == 0;
            String label = labelled ? duration(top - row / ROWS_A_DECADE) + " +" : "|";
            text.append(String.format("%" + MARGIN + "s", label))
                    .append(new String(grid[row]).stripTrailing())
                    .append('\n');
        }
        axis(end, text);
    }

    private static void axis(double end, StringBuilder text) {
        StringBuilder line = new StringBuilder(" ".repeat(MARGIN - 1) + "+" + "-".repeat(column(end) + 1));
        StringBuilder labels = new StringBuilder(" ".repeat(MARGIN) + "p50");
        for (int nines = 1; nines <= end; nines++) {
            line.setCharAt(MARGIN + column(nines), '+');
            String label = Percentiles.label(Math.rint(Percentage.at(nines) * 1e6) / 1e6);
            labels.append(" ".repeat(Math.max(1, MARGIN + column(nines) - label.length() / 2 - labels.length())))
                    .append(label);
        }
        text.append(line).append('\n').append(labels).append("\n\n");
    }

    private static int column(double x) {
        return (int) Math.round((x - MEDIAN) * COLUMNS_A_NINE);
    }

    /** Formats a power of ten nanoseconds. */
    private static String duration(int exponent) {
        String[] units = {"ns", "us", "ms", "s"};
        int unit = Math.min(units.length - 1, exponent / 3);
        return Math.round(Math.pow(10, exponent - 3 * unit)) + " " + units[unit];
    }

    private static char mark(int run) {
        return MARKS.charAt(run % MARKS.length());
    }

    private void legend(int run, StringBuilder text) {
        JsonNode tree = runs.get(run).tree();
        JsonNode verdict = tree.path("verdict");
        text.append("  ")
                .append(mark(run))
                .append(' ')
                .append(printable(tree.path("label").asText()));
        text.append("  ").append(verdict.path("kind").asText().toUpperCase(Locale.ROOT));
        String trusted = tree.path("trust").path("text").asText();
        if (!trusted.isEmpty()) {
            text.append(", ").append(printable(trusted.replaceAll(" \\(.*", "")));
        }
        if (!tree.path("complete").asBoolean()) {
            text.append(", incomplete");
        }
        text.append('\n');
        verdict.path("reasons")
                .forEach(reason -> text.append("      - ")
                        .append(printable(reason.asText()))
                        .append('\n'));
        Histogram latency = runs.get(run).latency(Probe.END_TO_END);
        Set<String> untrusted = runs.get(run).doubts(Probe.END_TO_END).names();
        List<String> stated = new ArrayList<>();
        for (double percentile : STATED) {
            if (latency.getTotalCount() > 0 && Percentiles.supports(latency.getTotalCount(), percentile)) {
                String name = Percentiles.label(percentile);
                stated.add(figure(name, latency.getValueAtPercentile(percentile), untrusted));
            }
        }
        if (!stated.isEmpty()) {
            stated.add(figure(Trust.MAX, latency.getMaxValue(), untrusted));
            text.append("      ").append(String.join(", ", stated)).append('\n');
        }
    }

    private static String figure(String name, long nanos, Set<String> untrusted) {
        return name + " " + Doubt.marked(DurationText.of(nanos), untrusted.contains(name));
    }

    /** Removes control characters from a file's text, which could move the terminal's cursor. */
    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
