package io.twohop.cli.text;

import io.twohop.account.DurationText;
import io.twohop.config.Texts;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.CodecCost;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.workload.Probe;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

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
        NotedText.print(middle, out);
    }

    private static long median(Fork fork) {
        LatencySummary latency = fork.endToEnd();
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
        CodecCost.typical(result.forks())
                .ifPresent(codec -> Lines.named(
                        "codec",
                        Texts.format(
                                "%s: %s and %,.0f B of garbage per message",
                                codec.name(),
                                CircumstancesText.codecTime(codec.nanosPerMessage()),
                                codec.allocatedBytesPerMessage()),
                        out));
    }

    private static void printCosts(Fork fork, PrintStream out) {
        List<String> parts = new ArrayList<>();
        fork.costs()
                .map(costs -> Lines.ofKnown(
                                costs.cpuMicrosPerMessage(),
                                micros -> DurationText.of(Math.round(1e3 * micros)) + " of CPU a message, ")
                        + Texts.format("%.2f cores", costs.cores()))
                .ifPresent(parts::add);
        fork.memory()
                .map(memory -> Lines.ofKnown(
                                memory.allocatedBytesPerMessage(), bytes -> Texts.format("%,.0f B allocated, ", bytes))
                        + "heap at most " + ExplanationText.megabytes(memory.peakUsedBytes()))
                .ifPresent(parts::add);
        if (!parts.isEmpty()) {
            Lines.named("costs", String.join(", ", parts), out);
        }
    }

    private static void printPauses(Fork fork, PrintStream out) {
        fork.memory()
                .ifPresent(memory ->
                        Lines.named("gc", ExplanationText.collections(memory.window()) + " while measuring", out));
    }

    private static void printSlowest(Fork fork, PrintStream out) {
        fork.tail()
                .filter(tail -> !tail.slowest().isEmpty())
                .ifPresent(tail -> Lines.named("slowest", EpisodesText.costliest(tail, fork.sizes(), CAUSES), out));
    }
}
