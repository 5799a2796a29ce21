package io.twohop.explain;

import io.twohop.measure.Slices.Slice;
import io.twohop.result.Delays;
import io.twohop.result.Delays.Delay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which messages the machine held up, and for how long at most: those that were due while it kept a thread of the harness
 * from running, that were on their way then, and that came while what had piled up was worked off. A message is held up by
 * no more than the thread was, nor by more than it took beyond what is usual: where latencies stayed as they are, nobody was
 * held up.
 */
final class MachineDelays {
    /** What piled up is worked off in this many times the stall, at nine tenths of what the way carries. */
    private static final int CATCHING_UP = 10;

    /** And it is worked off when only this part of it is left: single messages are seldom as fast as the usual one. */
    private static final int WORKED_OFF = 100;

    private final Held[] held;
    private final long usualNanos;

    private MachineDelays(List<Slice> slices, List<Trouble> troubles) {
        held = slices.stream().map(Held::new).toArray(Held[]::new);
        usualNanos = usualNanos(troubles);
    }

    /**
     * What a run's troubles did to its messages.
     *
     * @param troubles in any order
     * @param sinks the slices of each, in the order of time
     */
    static Delays of(List<Trouble> troubles, Iterable<List<Slice>> sinks) {
        List<Trouble> longestFirst = troubles.stream()
                .sorted(Comparator.comparingLong(Trouble::longestNanos).reversed())
                .toList();
        List<Delay> all = new ArrayList<>();
        for (List<Slice> slices : sinks) {
            MachineDelays delays = new MachineDelays(slices, troubles);
            longestFirst.forEach(delays::hold);
            for (Held one : delays.held) {
                if (one.messages > 0) {
                    all.add(new Delay(one.nanos, one.messages, one.cause));
                }
            }
        }
        return new Delays(all);
    }

    /** The median of what the fastest of each slice took where there was no trouble; of the fastest of all if there always was. */
    private long usualNanos(List<Trouble> troubles) {
        BitSet troubled = new BitSet(held.length);
        for (Trouble trouble : troubles) {
            for (int i = firstEndingAfter(trouble.fromNanos());
                    i < held.length && held[i].slice.startNanos() < trouble.toNanos();
                    i++) {
                troubled.set(i);
            }
        }
        long[] untroubled = IntStream.range(0, held.length)
                .filter(i -> !troubled.get(i))
                .mapToLong(i -> held[i].slice.shortestNanos())
                .sorted()
                .toArray();
        return untroubled.length > 0
                ? untroubled[untroubled.length / 2]
                : Arrays.stream(held)
                        .mapToLong(one -> one.slice.shortestNanos())
                        .min()
                        .orElse(0);
    }

    /** A slice and how many of its messages were held up, by whatever held them up longest. */
    private static final class Held {
        private final Slice slice;
        private double messages;
        private long nanos;
        private String cause;

        Held(Slice slice) {
            this.slice = slice;
        }

        void add(double more, long atMost, String why) {
            messages = Math.min(slice.messages(), messages + more);
            nanos = Math.min(nanos + atMost, slice.longestNanos());
            cause = cause == null ? why : cause;
        }
    }

    private void hold(Trouble trouble) {
        int first = firstEndingAfter(trouble.fromNanos());
        int next = first;
        double budget = 0;
        List<Held> during = new ArrayList<>();
        for (; next < held.length && held[next].slice.startNanos() < trouble.toNanos(); next++) {
            Slice slice = held[next].slice;
            double inside =
                    Math.min(slice.endNanos(), trouble.toNanos()) - Math.max(slice.startNanos(), trouble.fromNanos());
            budget += trouble.share() * slice.messages() * inside / slice.lengthNanos();
            during.add(held[next]);
        }
        budget += trouble.share() * onTheirWay(first, trouble, during);
        spend(budget, during, trouble);
        if (!trouble.inPieces()) {
            catchUp(next, trouble);
        }
    }

    /** Adds what was due before and on its way still. */
    private double onTheirWay(int first, Trouble trouble, List<Held> during) {
        double messages = 0;
        long fromNanos = trouble.fromNanos() - usualNanos;
        for (int i = first - 1; i >= 0 && held[i].slice.endNanos() > fromNanos; i--) {
            Slice slice = held[i].slice;
            double inside = slice.endNanos() - Math.max(slice.startNanos(), fromNanos);
            messages += slice.messages() * inside / slice.lengthNanos();
            during.add(held[i]);
        }
        return messages;
    }

    /** Nobody knows when in its time the thread was kept: where the latencies are the longest. */
    private void spend(double budget, List<Held> during, Trouble trouble) {
        double left = budget;
        during.sort(
                Comparator.comparingLong((Held one) -> one.slice.longestNanos()).reversed());
        for (Held one : during) {
            long beyondUsual = one.slice.longestNanos() - usualNanos;
            if (left <= 0 || beyondUsual <= 0) {
                return;
            }
            double messages = Math.min(left, one.slice.messages());
            left -= messages;
            one.add(messages, Math.min(trouble.longestNanos(), beyondUsual), trouble.cause());
        }
    }

    /** While something is piled up, not even the fastest gets through at once. */
    private void catchUp(int from, Trouble trouble) {
        long untilNanos = trouble.toNanos() + CATCHING_UP * trouble.nanos();
        for (int i = from; i < held.length && held[i].slice.startNanos() < untilNanos; i++) {
            long beyondUsual = held[i].slice.shortestNanos() - usualNanos;
            if (beyondUsual <= Math.max(usualNanos / 2, trouble.nanos() / WORKED_OFF)) {
                return;
            }
            held[i].add(
                    held[i].slice.messages(),
                    Math.min(trouble.longestNanos(), held[i].slice.longestNanos() - usualNanos),
                    trouble.cause());
        }
    }

    private int firstEndingAfter(long nanos) {
        int low = 0;
        int high = held.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (held[middle].slice.endNanos() > nanos) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
