package io.twohop.cli.text;

import io.twohop.result.BenchmarkResult;
import io.twohop.result.LatencySummary;
import io.twohop.result.Tail;
import io.twohop.result.Trust;
import io.twohop.workload.Probe;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The latencies of a result: a row for each probe, a column for each percentile, in one unit. */
public record LatencyTable(BenchmarkResult result) {
    private static final int NAME_WIDTH = 14;
    private static final int FIGURE_WIDTH = 10;

    public void print(PrintStream out) {
        LatencySummary main = result.endToEnd();
        if (main == null || main.count() == 0) {
            out.println("  no latencies: no message of the measured window arrived");
            out.println();
            return;
        }
        Units units = Units.fitting(main.percentile(50).toNanos());
        Set<String> labels = new LinkedHashSet<>(main.percentilesNanos().keySet());
        TextTable table = new TextTable().left(NAME_WIDTH);
        List<String> header = new ArrayList<>(List.of("latency, " + units.symbol()));
        header.addAll(labels);
        header.addAll(List.of(Trust.MAX, "samples"));
        labels.forEach(label -> table.right(FIGURE_WIDTH));
        table.right(FIGURE_WIDTH).left(0).row(header);
        for (Probe probe : Probe.values()) {
            LatencySummary summary = result.probes().get(probe);
            if (summary != null && summary.count() > 0) {
                table.row(row(probe.key(), summary, untrusted(probe), labels, units));
            }
        }
        if (result.floor() != null) {
            table.row(row("floor", result.floor().endToEnd(), List.of(), labels, units));
        }
        table.print("  ", out);
        if (Arrays.stream(Probe.values()).anyMatch(probe -> !untrusted(probe).isEmpty())) {
            out.println("  (in parentheses: this machine may have decided it)");
        }
        List<String> few =
                labels.stream().filter(label -> episodes(label) < Tail.ENOUGH).toList();
        if (!few.isEmpty()) {
            out.println("  " + String.join(", ", few) + " end to end: from fewer than " + Tail.ENOUGH
                    + " episodes, so that another run may well come to something else");
        }
        out.println();
    }

    /** In how many episodes of all forks messages took as long; enough where that is not known. */
    private int episodes(String label) {
        return result.forks().stream()
                .mapToInt(fork -> fork.tail() == null
                        ? Tail.ENOUGH
                        : fork.tail().episodes().getOrDefault(label, Tail.ENOUGH))
                .sum();
    }

    private List<String> untrusted(Probe probe) {
        return result.trust() == null ? List.of() : result.trust().untrusted(probe);
    }

    private static List<String> row(
            String name, LatencySummary summary, List<String> untrusted, Set<String> labels, Units units) {
        List<String> row = new ArrayList<>(List.of(name));
        for (String label : labels) {
            Long value = summary.percentilesNanos().get(label);
            row.add(value == null ? "-" : marked(units.format(value), untrusted.contains(label)));
        }
        row.add(marked(units.format(summary.maxNanos()), untrusted.contains(Trust.MAX)));
        row.add(String.format(Locale.ROOT, "%,d", summary.count()));
        return row;
    }

    public static String marked(String figure, boolean untrusted) {
        return untrusted ? "(" + figure + ")" : figure;
    }
}
