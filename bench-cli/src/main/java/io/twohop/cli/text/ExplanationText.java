package io.twohop.cli.text;

import io.twohop.account.DurationText;
import io.twohop.config.Texts;
import io.twohop.result.Fork;
import io.twohop.result.Memory;
import io.twohop.result.Pauses;
import io.twohop.result.Tail;
import io.twohop.result.Times;
import java.io.PrintStream;
import java.util.stream.Collectors;

/** Memory, pauses and causes from a fork's flight recording, as lines of the summary. */
public record ExplanationText(Memory memory, Tail tail) {
    private static final double MEGABYTE = 1e6;
    private static final double PERCENT = 100;

    /** Prints nothing for a fork without a recording. */
    public static void print(Fork fork, PrintStream out) {
        fork.memory()
                .ifPresent(memory ->
                        fork.tail().ifPresent(tail -> new ExplanationText(memory, tail).printLines(fork, out)));
    }

    private void printLines(Fork fork, PrintStream out) {
        Lines.named(
                "memory",
                memory.collector() + ", peak "
                        + megabytes(memory.peakUsedBytes()) + " of " + megabytes(memory.maxHeapBytes())
                        + Lines.ofKnown(memory.liveBytes(), live -> ", live " + megabytes(live))
                        + Lines.ofKnown(memory.allocatedBytesPerMessage(), this::allocation)
                        + Lines.ofKnown(
                                memory.openFilesAfter(),
                                after -> "; open files " + memory.openFilesBefore() + " before, " + after + " after"),
                out);
        Pauses window = memory.window();
        Pauses all = memory.wholeRun();
        Lines.named(
                "gc",
                collections(window) + " while measuring; "
                        + text(all.allCollections()) + " in the whole run; safepoints " + text(window.safepoints())
                        + " while measuring",
                out);
        if (!tail.slowest().isEmpty()) {
            Lines.named("tail", EpisodesText.costliest(tail, fork.sizes(), Integer.MAX_VALUE), out);
        }
        Lines.named(
                "platform",
                text(tail.stalls()) + " stalls, seen every "
                        + DurationText.of(tail.stallResolutionNanos())
                        + share(", stolen by the hypervisor ", tail.stealShare(), " of a CPU")
                        + share(", threads without a CPU ", tail.runQueueShare(), " of the time"),
                out);
    }

    private String allocation(double bytesPerMessage) {
        String perMessage = Texts.format("; %,.0f B allocated a message", bytesPerMessage);
        return bytesPerMessage < 1 || memory.topClasses().isEmpty()
                ? perMessage
                : perMessage + ", most as " + memory.topClasses().get(0).name();
    }

    static String collections(Pauses pauses) {
        if (pauses.collections().isEmpty()) {
            return "no pause";
        }
        return pauses.collections().entrySet().stream()
                .map(kind -> kind.getKey() + " " + text(kind.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** Formats the number of pauses and their duration. */
    private static String text(Times times) {
        return times.count() == 0
                ? "0"
                : Texts.format("%,d (longest ", times.count()) + DurationText.of(times.maxNanos()) + ", all "
                        + DurationText.of(times.totalNanos()) + ")";
    }

    private static String share(String before, Double share, String after) {
        return Lines.ofKnown(share, of -> before + Texts.format("%.1f %%", PERCENT * of) + after);
    }

    public static String megabytes(long bytes) {
        boolean isSmall = bytes > 0 && bytes < MEGABYTE;
        return Texts.format(isSmall ? "%.2g MB" : "%,.0f MB", bytes / MEGABYTE);
    }
}
