package io.twohop.cli.text;

import io.twohop.account.DurationText;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.CodecCost;
import io.twohop.result.Costs;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Memory;
import io.twohop.result.Tail;
import io.twohop.workload.Probe;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** The circumstances of a result that readers look at first, from the fork with the median latency. */
record BriefText(BenchmarkResult result) {
    private static final int CAUSES = 3;

    void print(PrintStream out) {
        List<Fork> measured = result.forks().stream()
                .filter(fork -> fork.hasStarted() && fork.probes().containsKey(Probe.END_TO_END))
                .sorted(Comparator.comparing(BriefText::median))
                .toList();
        if (measured.isEmpty()) {
            return;
        }
        Fork middle = measured.get(measured.size() / 2);
        printForks(measured, middle, out);
        Lines.named("promised", CircumstancesText.promised(middle.guarantees()), out);
        printCodec(out);
        printCosts(middle, out);
        printPauses(middle, out);
        printSlowest(middle, out);
    }

    private static long median(Fork fork) {
        LatencySummary latency = fork.probes().get(Probe.END_TO_END);
        return latency.count() == 0 ? Long.MAX_VALUE : latency.histogram().getValueAtPercentile(50);
    }

    private static void printForks(List<Fork> sorted, Fork middle, PrintStream out) {
        long least = median(sorted.get(0));
        long most = median(sorted.get(sorted.size() - 1));
        if (sorted.size() > 1 && most < Long.MAX_VALUE) {
            Lines.named(
                    "forks",
                    "p50 from " + DurationText.of(least) + " to " + DurationText.of(most) + "; what follows is of fork "
                            + middle.number() + ", in the middle",
                    out);
        }
    }

    private void printCodec(PrintStream out) {
        CodecCost codec = CodecCost.typical(result.forks());
        if (codec != null) {
            Lines.named(
                    "codec",
                    String.format(
                            Locale.ROOT,
                            "%s: %s and %,.0f B of garbage per message",
                            codec.name(),
                            CircumstancesText.codecTime(codec.nanosPerMessage()),
                            codec.allocatedBytesPerMessage()),
                    out);
        }
    }

    private static void printCosts(Fork fork, PrintStream out) {
        List<String> parts = new ArrayList<>();
        Costs costs = fork.costs();
        if (costs != null) {
            if (costs.cpuMicrosPerMessage() != null) {
                parts.add(DurationText.of(Math.round(1e3 * costs.cpuMicrosPerMessage())) + " of CPU a message");
            }
            parts.add(String.format(Locale.ROOT, "%.2f cores", costs.cores()));
        }
        Memory memory = fork.memory();
        if (memory != null) {
            if (memory.allocatedBytesPerMessage() != null) {
                parts.add(String.format(Locale.ROOT, "%,.0f B allocated", memory.allocatedBytesPerMessage()));
            }
            parts.add("heap at most " + ExplanationText.megabytes(memory.peakUsedBytes()));
        }
        if (!parts.isEmpty()) {
            Lines.named("costs", String.join(", ", parts), out);
        }
    }

    private static void printPauses(Fork fork, PrintStream out) {
        if (fork.memory() != null) {
            Lines.named("gc", ExplanationText.collections(fork.memory().window()) + " while measuring", out);
        }
    }

    private static void printSlowest(Fork fork, PrintStream out) {
        Tail tail = fork.tail();
        if (tail == null || tail.slowest().isEmpty()) {
            return;
        }
        Lines.named(
                "slowest",
                "of the " + tail.slowest().size() + " costliest episodes: "
                        + EpisodesText.of(tail, fork.sizes(), CAUSES),
                out);
    }
}
