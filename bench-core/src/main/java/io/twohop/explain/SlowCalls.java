package io.twohop.explain;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Slow calls of the transport, and how each spent its time. A call is a cause only for its own time: the transport is not responsible
 * for a pause of the JVM or a wait for a CPU that falls into a call.
 */
final class SlowCalls {
    /** A call that explains less of its own length is the place of a delay, not its cause. */
    private static final double OWN = 0.5;

    /**
     * An interrupt or a hypervisor hits any code. Calls on the CPU without page faults are a cause only if they are this many
     * times as frequent as chance makes them. Stalls of that length while the thread only polls show how frequent that is.
     */
    private static final int MORE_THAN_CHANCE = 4;

    private static final String FAULTS = "page faults";
    private static final String BUSY = "on the CPU";
    private static final String WAITING = "waiting";
    private static final String EMPTY_POLL = "poll";

    private final List<Call> calls = new ArrayList<>();
    private final Map<Span, Counts> samples = new IdentityHashMap<>();
    private final List<Mark> marks = new ArrayList<>();

    private record Call(String thread, String what, long startNanos, long endNanos) {
        long nanos() {
            return endNanos - startNanos;
        }

        /** The call without its caller. */
        String name() {
            return what.split(" by ")[0];
        }
    }

    /**
     * The measured window.
     *
     * @param startNanos end of warm-up
     * @param inCalls upper bound of the share of the window that threads spent in calls with a message
     */
    record Window(long startNanos, double inCalls) {
        /** Returns a window that was spent in such calls as much as in polling. */
        static Window busy(long startNanos) {
            return new Window(startNanos, 1);
        }

        /**
         * Estimates the share.
         *
         * @param medianNanos median time of each, all its calls included
         */
        static Window of(long startNanos, long endNanos, long messages, long medianNanos) {
            return new Window(startNanos, (double) messages * medianNanos / Math.max(1, endNanos - startNanos));
        }

        /** Returns the number of stalls in calls with a message for each stall in a poll: one at most. */
        private double chance() {
            return inCalls < 0.5 ? inCalls / (1 - inCalls) : 1;
        }
    }

    /**
     * Counts between two samples.
     *
     * @param blocked whether the thread waited in the kernel at the second sample
     */
    record Counts(long majorFaults, long turns, long ranNanos, boolean blocked) {}

    /** An occurrence that a transport reported, on the thread that did it. */
    private record Mark(String thread, Span span) {}

    /**
     * Causes of slow messages.
     *
     * @param busy calls that took the time of a CPU
     * @param waiting calls that were off the CPU, which something else may explain better
     * @param blocked other calls that were off the CPU, and blocked in the kernel
     */
    record Found(List<Span> busy, List<Span> waiting, List<Span> blocked) {}

    /** Adds a call, unless its texts were lost ({@link RecordedRun#text}): then it has no name. */
    void addCall(String thread, String what, long startNanos, long endNanos) {
        if (!thread.isEmpty() && !what.isEmpty()) {
            calls.add(new Call(thread, what, startNanos, endNanos));
        }
    }

    void addSample(String thread, long startNanos, long endNanos, Counts counts) {
        samples.put(new Span(thread, startNanos, endNanos), counts);
    }

    /** Samples of measuring threads, by the time since the sample before. */
    Map<Span, Counts> samples() {
        return samples;
    }

    void addMark(String thread, Span span) {
        marks.add(new Mark(thread, span));
    }

    /**
     * Names the calls that are causes.
     *
     * @param others other spans that kept threads from running
     * @param timesToSafepoint in which threads waited for the last one to stop
     * @param window to compare calls with others, since warm-up's stalls say nothing of the window's
     * @param readAheadBytes of the device that the transport writes to; 0 without a device
     */
    Found causes(List<List<Span>> others, List<Span> timesToSafepoint, Window window, long readAheadBytes) {
        List<Spans> elsewhere = others.stream().map(Spans::new).toList();
        Spans stopping = new Spans(timesToSafepoint);
        Spans sampled = new Spans(List.copyOf(samples.keySet()));
        List<Call> own = calls.stream()
                .filter(call -> covered(call, elsewhere) <= OWN * call.nanos())
                .toList();
        Chance chance = new Chance(
                own.stream()
                        .filter(call -> call.startNanos >= window.startNanos && covered(call, List.of(stopping)) == 0)
                        .toList(),
                window.chance());
        Found found = new Found(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        for (Call call : own) {
            Counts counts = counts(call, sampled);
            Optional<String> mark = mark(call);
            boolean stops = covered(call, List.of(stopping)) >= OWN * call.nanos();
            if (mark.isPresent()) {
                found.busy.add(span(call, mark.get()));
            } else if (counts.majorFaults > 0) {
                found.busy.add(span(call, FAULTS + readAhead(readAheadBytes)));
            } else if (!stops && !call.what.equals(EMPTY_POLL)) {
                if (counts.blocked) {
                    found.blocked.add(span(call, WAITING));
                } else if (counts.turns > 0 && counts.ranNanos < OWN * call.nanos()) {
                    found.waiting.add(span(call, WAITING));
                } else if (!samples.isEmpty() && chance.isExceededBy(call)) {
                    found.busy.add(span(call, BUSY));
                }
            }
        }
        return found;
    }

    private static long covered(Call call, List<Spans> all) {
        return all.stream()
                .mapToLong(spans -> spans.covered(call.startNanos, call.endNanos))
                .sum();
    }

    private Counts counts(Call call, Spans sampled) {
        long[] sums = new long[3];
        boolean[] blocked = new boolean[1];
        sampled.touching(call.startNanos, call.endNanos, span -> {
            if (span.what().equals(call.thread)) {
                Counts counts = samples.get(span);
                sums[0] += counts.majorFaults;
                // A switch in a longer sample may have been outside the call.
                sums[1] += span.nanos() <= call.nanos() ? counts.turns : 0;
                sums[2] += counts.ranNanos;
                blocked[0] |= counts.blocked && span.endNanos() >= call.startNanos && span.endNanos() <= call.endNanos;
            }
        });
        return new Counts(sums[0], sums[1], sums[2], blocked[0]);
    }

    private static Span span(Call call, String how) {
        return new Span(call.name() + ", " + how, call.startNanos, call.endNanos);
    }

    private static String readAhead(long bytes) {
        if (bytes == 0) {
            return "";
        }
        long kibibytes = bytes >> 10;
        return kibibytes % 1024 == 0
                ? " (read-ahead " + kibibytes / 1024 + " MiB)"
                : " (read-ahead " + kibibytes + " KiB)";
    }

    private Optional<String> mark(Call call) {
        return marks.stream()
                .filter(mark -> mark.thread.equals(call.thread)
                        && mark.span.startNanos() <= call.endNanos
                        && mark.span.endNanos() >= call.startNanos)
                .map(mark -> mark.span.what())
                .findFirst();
    }

    /** Frequencies of stalls of a length on threads that only poll, and of calls that take as long. */
    private static final class Chance {
        private final long[] empty;
        private final long[] others;
        private final double perEmpty;

        private Chance(List<Call> calls, double perEmpty) {
            this.perEmpty = perEmpty;
            empty = sorted(calls, true);
            others = sorted(calls, false);
        }

        private static long[] sorted(List<Call> calls, boolean isEmpty) {
            return calls.stream()
                    .filter(call -> call.what.equals(EMPTY_POLL) == isEmpty)
                    .mapToLong(Call::nanos)
                    .sorted()
                    .toArray();
        }

        private boolean isExceededBy(Call call) {
            double byChance = perEmpty * atLeast(empty, call.nanos() / 2);
            return atLeast(others, call.nanos() / 2) >= MORE_THAN_CHANCE * byChance;
        }

        private static long atLeast(long[] sorted, long nanos) {
            int found = Arrays.binarySearch(sorted, nanos);
            return sorted.length - (found < 0 ? -found - 1 : found);
        }
    }
}
