package io.twohop.cli.text;

import io.twohop.account.DurationText;
import io.twohop.config.Texts;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Doubt;
import io.twohop.result.Floor;
import io.twohop.result.LatencySummary;
import io.twohop.result.Tail;
import io.twohop.result.Trust;
import io.twohop.workload.Probe;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The latencies of a result: a row for each probe, end to end first, and a column for each percentile.
 *
 * @param isWhole whether to show every percentile and the number of samples; otherwise as many percentiles as fit 80 columns, and the
 *     end of each latency
 */
public record LatencyTable(BenchmarkResult result, boolean isWhole) {
    private static final int NAME_WIDTH = 10;
    private static final int FIGURE_WIDTH = 7;

    /** Probes by importance to the reader. */
    private static final Map<Probe, String> MEANINGS = Map.of(
            Probe.END_TO_END, "reply",
            Probe.FIRST_REPLY, "1st reply",
            Probe.TO_SERVICE, "service",
            Probe.IN_SERVICE, "replied",
            Probe.ACKNOWLEDGE, "ack",
            Probe.PUBLISH, "published",
            Probe.LATENESS, "begun");

    private static final List<Probe> ORDER = List.of(
            Probe.END_TO_END,
            Probe.FIRST_REPLY,
            Probe.IN_SERVICE,
            Probe.TO_SERVICE,
            Probe.ACKNOWLEDGE,
            Probe.PUBLISH,
            Probe.LATENESS);

    /** Columns that are dropped first if there is no room. */
    private static final List<String> SPARE = List.of("p99.9999", "p99.999", "p90");

    private static final int ROOM = 4;

    public void print(PrintStream out) {
        LatencySummary main = result.endToEnd();
        if (main.count() == 0) {
            out.println("  no latencies: no message of the measured window arrived");
            out.println();
            return;
        }
        Set<String> labels = labels(main);
        TextTable table = new TextTable().left(NAME_WIDTH);
        List<String> header = new ArrayList<>(List.of("latency"));
        header.addAll(labels);
        header.addAll(List.of(Trust.MAX, isWhole ? "samples" : "until"));
        labels.forEach(label -> table.right(FIGURE_WIDTH));
        table.right(FIGURE_WIDTH);
        if (isWhole) {
            table.right(0);
        } else {
            table.left(0);
        }
        table.row(header);
        for (Probe probe : ORDER) {
            LatencySummary summary = result.latency(probe);
            if (summary.count() > 0) {
                table.row(row(probe.key(), summary, result.untrusted(probe), labels, MEANINGS.get(probe)));
            }
        }
        floor().ifPresent(floor -> table.row(row(
                "floor",
                floor.endToEnd(),
                floor.untrusted(),
                labels,
                floor.isOverSockets() ? "through sockets" : "in memory")));
        table.print("  ", out);
        printDoubts(labels, out);
        out.println();
    }

    private Optional<Floor> floor() {
        return result.floor().filter(Floor::isLowerBound);
    }

    private Set<String> labels(LatencySummary main) {
        Set<String> labels = new LinkedHashSet<>(main.percentilesNanos().keySet());
        if (!isWhole) {
            SPARE.stream().filter(label -> labels.size() > ROOM).forEach(labels::remove);
        }
        return labels;
    }

    private void printDoubts(Set<String> labels, PrintStream out) {
        if (floor().filter(floor -> !floor.untrusted().isEmpty()).isPresent()
                || Arrays.stream(Probe.values())
                        .anyMatch(probe -> !result.untrusted(probe).isEmpty())) {
            out.println("  (in parentheses: this machine may have decided it)");
        }
        List<String> few =
                labels.stream().filter(label -> episodes(label) < Tail.ENOUGH).toList();
        if (!few.isEmpty()) {
            Lines.print(
                    "  ",
                    String.join(", ", few) + " end to end: fewer than " + Tail.ENOUGH
                            + " episodes, another run may differ; -Dduration=... for more",
                    out);
        }
    }

    /** Returns the number of episodes in all forks that reached a percentile, or enough if unknown. */
    private int episodes(String label) {
        return result.forks().stream()
                .mapToInt(fork ->
                        fork.tail().map(tail -> tail.episodes().get(label)).orElse(Tail.ENOUGH))
                .sum();
    }

    private List<String> row(
            String name, LatencySummary summary, List<String> untrusted, Set<String> labels, String meaning) {
        List<String> row = new ArrayList<>(List.of(name));
        for (String label : labels) {
            Long value = summary.percentilesNanos().get(label);
            row.add(
                    summary.percentilesNanos().containsKey(label)
                            ? Doubt.marked(DurationText.of(value), untrusted.contains(label))
                            : "-");
        }
        row.add(Doubt.marked(DurationText.of(summary.maxNanos()), untrusted.contains(Trust.MAX)));
        row.add(isWhole ? Texts.format("%,d", summary.count()) : meaning);
        return row;
    }
}
