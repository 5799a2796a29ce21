package io.twohop.cli.text;

import io.twohop.config.Texts;
import io.twohop.result.Costs;
import io.twohop.result.Costs.ProcessCost;
import io.twohop.result.Fork;
import java.io.PrintStream;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** CPU, memory and storage that a fork used, as lines of the summary. */
public record CostText(Costs costs) {
    private static final double PERCENT = 100;

    /** Smallest number of cores that does not round to 0. */
    private static final double LEAST = 0.005;

    /** Prints nothing if costs were not measured. */
    public static void print(Fork fork, PrintStream out) {
        fork.costs().ifPresent(costs -> new CostText(costs).print(out));
    }

    private void print(PrintStream out) {
        Lines.named(
                "cpu",
                Lines.ofKnown(
                                costs.cpuMicrosPerMessage(),
                                micros -> Texts.format(
                                        micros < PERCENT ? "%,.2f us a message, " : "%,.0f us a message, ", micros))
                        + Texts.format(
                                "%.2f cores (%.0f %% in the kernel): ", costs.cores(), PERCENT * costs.kernelShare())
                        + parts(costs.coresByPart())
                        + Lines.ofKnown(
                                costs.elsewhereCpuSeconds(),
                                elsewhere -> Texts.format("; %.2f by everything else", elsewhere / costs.seconds())),
                out);
        String waiting = parts(costs.waitingByPart());
        if (!waiting.isEmpty()) {
            Lines.named("waiting", "for a core, in seconds each second: " + waiting, out);
        }
        Lines.named(
                "taken",
                costs.processes().stream()
                                .map(process -> Lines.ofKnown(
                                        process.residentBytes(),
                                        bytes -> process.name() + " " + ExplanationText.megabytes(bytes)))
                                .filter(memory -> !memory.isEmpty())
                                .collect(Collectors.joining(", "))
                        + " of memory; " + ExplanationText.megabytes(written()) + " written to storage"
                        + Lines.ofKnown(
                                costs.loopbackBytes(),
                                bytes -> ", " + ExplanationText.megabytes(bytes) + " through the loopback device"),
                out);
    }

    private static String parts(Map<String, Double> all) {
        return all.entrySet().stream()
                .filter(part -> part.getValue() >= LEAST)
                .map(part -> Texts.format("%s %.2f", part.getKey(), part.getValue()))
                .collect(Collectors.joining(", "));
    }

    private long written() {
        return costs.processes().stream()
                .map(ProcessCost::writtenBytes)
                .filter(Objects::nonNull)
                .mapToLong(Long::longValue)
                .sum();
    }
}
