package io.twohop.explain;

import io.twohop.measure.Slices.Slice;
import io.twohop.result.Delays;
import io.twohop.result.Delays.Delay;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Finds the messages that the machine delayed, and by how much at most. Delayed messages were due while the machine kept a thread of
 * the harness from running, or were in flight then, or arrived while the backlog of that stall drained. A delay is no longer than the
 * thread's stall, and no longer than the message's latency beyond the usual one: if latencies stayed the same, no message was
 * delayed.
 */
final class MachineDelays {
    /** A backlog drains within this multiple of the stall that caused it: at nine tenths of the capacity. */
    private static final int CATCHING_UP = 10;

    /** A backlog counts as drained when this part of it is left: single messages are seldom as fast as the usual one. */
    private static final int WORKED_OFF = 100;

    /** Factor by which waits may lie closer together than an even spread. */
    private static final int CLOSER = 2;

    /** Number of times within a slice at which its messages are assumed to be due. */
    private static final int DUE_TIMES = 8;

    /** Limit of the slices searched backwards for all troubles together. */
    private static final int MOST_LOOKS = 20_000_000;

    /** Slices that are searched backwards for one trouble, however many troubles there are. */
    private static final int LEAST_LOOKS = 1_000;

    private final Held[] held;

    /** Arrival of the last message of each slice, or of an earlier one. */
    private final long[] arrivedNanos;

    private final Survival latencies;
    private final List<Span> stops;
    private final int mostLooks;
    private final long usualNanos;
    private final long leastNanos;

    private MachineDelays(List<Slice> slices, List<Trouble> troubles, Survival latencies, List<Span> stops) {
        this.latencies = latencies;
        this.stops = stops;
        held = IntStream.range(0, slices.size())
                .mapToObj(i -> new Held(i, slices.get(i)))
                .toArray(Held[]::new);
        arrivedNanos = slices.stream()
                .mapToLong(slice -> slice.endNanos() + slice.longestNanos())
                .toArray();
        Arrays.parallelPrefix(arrivedNanos, Math::max);
        mostLooks = Math.max(LEAST_LOOKS, MOST_LOOKS / Math.max(1, troubles.size()));
        usualNanos = usualNanos(troubles);
        leastNanos = slices.stream().mapToLong(Slice::shortestNanos).min().orElse(0);
    }

    /**
     * Returns the delays of a run's messages by its troubles.
     *
     * @param sinks slices of each sink, by time
     */
    static Delays of(List<Trouble> troubles, Iterable<List<Slice>> sinks, Histogram latencies) {
        return of(troubles, sinks, latencies, List.of());
    }

    /**
     * Returns the delays of a run's messages by its troubles.
     *
     * @param sinks slices of each sink, by time
     * @param stops times in which consumers took nothing on purpose
     */
    static Delays of(List<Trouble> troubles, Iterable<List<Slice>> sinks, Histogram latencies, List<Span> stops) {
        Survival survival = new Survival(latencies);
        List<Trouble> longestFirst = troubles.stream()
                .sorted(Comparator.comparingLong(Trouble::longestNanos).reversed())
                .toList();
        List<Delay> all = new ArrayList<>();
        long leastNanos = Long.MAX_VALUE;
        for (List<Slice> slices : sinks) {
            MachineDelays delays = new MachineDelays(slices, troubles, survival, stops);
            longestFirst.forEach(delays::hold);
            delays.catchUp(troubles);
            for (Held one : delays.held) {
                one.delays(all);
            }
            leastNanos = Math.min(leastNanos, delays.leastNanos);
        }
        return new Delays(survival.possible(new Delays(all).all(), leastNanos));
    }

    /** Returns the median latency of the fastest messages of slices without trouble; of all slices if each had trouble. */
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

    private record Part(double messages, long nanos) {}

    /** A slice and the causes that delayed its messages. */
    private final class Held {
        private final int index;
        private final Slice slice;

        /** Parts of the slice's messages; the time of each is its difference from {@link #togetherNanos}. */
        private final List<Part> parts = new ArrayList<>();

        private long togetherNanos;
        private double mostMessages;
        private String cause;

        Held(int index, Slice slice) {
            this.index = index;
            this.slice = slice;
        }

        /** Limits delays to the message's latency beyond the fastest one. */
        private long atMost(long nanos) {
            return Math.min(nanos, slice.longestNanos() - leastNanos);
        }

        /** Adds up delays: several troubles may delay the same messages, one after the other. */
        void add(List<Part> more, String why) {
            Part usual = more.stream()
                    .max(Comparator.comparingDouble(Part::messages))
                    .orElseThrow();
            togetherNanos += usual.nanos;
            more.forEach(part -> parts.add(new Part(part.messages, part.nanos - usual.nanos)));
            if (usual.messages > mostMessages) {
                mostMessages = usual.messages;
                cause = why;
            }
        }

        /** Returns the delays, the longest first, of no more messages than the slice has. */
        void delays(List<Delay> into) {
            parts.sort(Comparator.comparingLong(Part::nanos).reversed());
            double left = slice.messages();
            for (Part part : parts) {
                double messages = Math.min(left, part.messages);
                long nanos = atMost(part.nanos + togetherNanos);
                if (messages > 0 && nanos > 0) {
                    into.add(new Delay(nanos, messages, cause));
                }
                left -= messages;
            }
        }
    }

    private void hold(Trouble trouble) {
        int first = firstEndingAfter(trouble.fromNanos());
        int next = first;
        double due = 0;
        List<Held> during = new ArrayList<>();
        for (; next < held.length && held[next].slice.startNanos() < trouble.toNanos(); next++) {
            Slice slice = held[next].slice;
            double inside =
                    Math.min(slice.endNanos(), trouble.toNanos()) - Math.max(slice.startNanos(), trouble.fromNanos());
            due += slice.messages() * inside / slice.lengthNanos();
            during.add(held[next]);
        }
        long insideNanos = insideNanos(trouble);
        double interrupted = trouble.part() * trouble.waitsAtMost() * busy(due / insideNanos);
        due += isWithinAStop(trouble) ? 0 : onTheirWay(first, trouble, during);
        spend(trouble.share(insideNanos) * due + interrupted, during, trouble);
    }

    /** Returns whether messages that had not arrived would have waited anyway, because consumers took nothing on purpose. */
    private boolean isWithinAStop(Trouble trouble) {
        return stops.stream()
                .anyMatch(stop -> trouble.fromNanos() >= stop.startNanos() && trouble.toNanos() <= stop.endNanos());
    }

    /** Returns the part of a trouble's time that lies in the window, where all of the trouble may have fallen; all of it if none does. */
    private long insideNanos(Trouble trouble) {
        long allNanos = Math.max(1, trouble.toNanos() - trouble.fromNanos());
        if (held.length == 0) {
            return allNanos;
        }
        long fromNanos = Math.max(trouble.fromNanos(), held[0].slice.startNanos());
        long toNanos = Math.min(trouble.toNanos(), held[held.length - 1].slice.endNanos());
        return toNanos > fromNanos ? toNanos - fromNanos : allNanos;
    }

    /**
     * Returns the probability that the thread is at work on a message when a wait begins: its utilization. The thread's own time
     * for a message is not measured; the usual latency bounds it from above.
     */
    private double busy(double messagesPerNano) {
        return Math.min(1, messagesPerNano * usualNanos);
    }

    /** Adds messages that were due before and may still have been in flight, however slow the transport was. */
    private double onTheirWay(int first, Trouble trouble, List<Held> during) {
        double messages = 0;
        int last = Math.max(0, first - mostLooks);
        for (int i = first - 1; i >= last && arrivedNanos[i] > trouble.fromNanos(); i--) {
            double inFlight = inFlight(held[i].slice, trouble.fromNanos());
            if (inFlight > 0) {
                messages += inFlight;
                during.add(held[i]);
            }
        }
        return messages;
    }

    /** Returns the number of a slice's messages that had not arrived at a later time: by the slice's latencies, and by all messages in between. */
    private double inFlight(Slice slice, long atNanos) {
        if (slice.endNanos() + slice.longestNanos() <= atNanos) {
            return 0;
        }
        if (atNanos - slice.startNanos() < slice.shortestNanos()) {
            return slice.messages();
        }
        double part = 0;
        for (int i = 0; i < DUE_TIMES; i++) {
            double due = slice.startNanos() + (i + 0.5) / DUE_TIMES * slice.lengthNanos();
            long after = (long) (atNanos - due);
            part += after < slice.shortestNanos() ? 1 : after >= slice.longestNanos() ? 0 : latencies.above(after);
        }
        return Math.max(1, slice.messages() * part / DUE_TIMES);
    }

    /** Share of all messages that took longer than a time. */
    private static final class Survival {
        private final long[] nanos;
        private final long[] reached;

        Survival(Histogram latencies) {
            List<long[]> values = new ArrayList<>();
            for (HistogramIterationValue value : latencies.recordedValues()) {
                values.add(new long[] {value.getValueIteratedTo(), value.getTotalCountToThisValue()});
            }
            nanos = values.stream().mapToLong(value -> value[0]).toArray();
            reached = values.stream().mapToLong(value -> value[1]).toArray();
        }

        double above(long latencyNanos) {
            int at = Arrays.binarySearch(nanos, latencyNanos);
            int upToIt = at >= 0 ? at : -at - 2;
            return upToIt < 0 ? 1 : 1 - (double) reached[upToIt] / reached[reached.length - 1];
        }

        /**
         * Shortens delays that no message can have had. The n-th longest delay is at most the n-th longest latency less the shortest
         * latency of all.
         *
         * @param leastNanos shortest latency of all
         */
        List<Delay> possible(List<Delay> longestFirst, long leastNanos) {
            List<Delay> possible = new ArrayList<>();
            int at = nanos.length - 1;
            double left = at < 0 ? 0 : count(at);
            for (Delay delay : longestFirst) {
                double messages = delay.messages();
                while (messages > 0 && at >= 0 && nanos[at] > leastNanos) {
                    double some = Math.min(left, messages);
                    possible.add(new Delay(Math.min(delay.nanos(), nanos[at] - leastNanos), some, delay.cause()));
                    messages -= some;
                    left -= some;
                    if (left <= 0 && --at >= 0) {
                        left = count(at);
                    }
                }
            }
            return possible;
        }

        private long count(int at) {
            return reached[at] - (at == 0 ? 0 : reached[at - 1]);
        }
    }

    /** Places a trouble whose exact time is unknown: at the longest latencies, and where all latencies are long. */
    private void spend(double budget, List<Held> during, Trouble trouble) {
        List<Part> left = trouble.waits().stream()
                .map(wait -> new Part(wait.share() * budget, wait.nanos()))
                .collect(Collectors.toCollection(ArrayList::new));
        double piledUp = CATCHING_UP * budget;
        Map<Held, Long> begun = begun(during, trouble);
        during.sort(Comparator.comparing((Held one) -> isPiledUp(one.slice, trouble))
                .thenComparingLong(one -> one.slice.longestNanos())
                .reversed());
        for (Held one : during) {
            List<Part> parts = new ArrayList<>();
            double room = one.slice.messages();
            while (room > 0 && !left.isEmpty()) {
                Part part = left.remove(0);
                double messages = Math.min(room, part.messages);
                if (messages < part.messages) {
                    left.add(0, new Part(part.messages - messages, part.nanos));
                }
                parts.add(new Part(messages, one.atMost(part.nanos)));
                room -= messages;
            }
            if (room > 0 && piledUp > 0 && isPiledUp(one.slice, trouble)) {
                double messages = Math.min(room, piledUp);
                long leftNanos = one.slice.endNanos() + one.slice.longestNanos();
                parts.add(new Part(messages, one.atMost(between(trouble, begun.get(one), leftNanos))));
                piledUp -= messages;
            }
            if (!parts.isEmpty()) {
                one.add(parts, trouble.cause());
            }
        }
    }

    /** Returns for each slice with a backlog when that backlog began. */
    private Map<Held, Long> begun(List<Held> during, Trouble trouble) {
        Map<Held, Long> begun = new HashMap<>();
        Held before = null;
        for (Held one : during.stream()
                .sorted(Comparator.comparingInt(held -> held.index))
                .toList()) {
            if (isPiledUp(one.slice, trouble)) {
                begun.put(one, begun.getOrDefault(before, one.slice.startNanos()));
            }
            before = one;
        }
        return begun;
    }

    /**
     * Returns an upper bound of the time that the machine kept the thread between two times, with a backlog all the while. Earlier
     * waits delayed messages that have left; of many waits, the machine caused a part.
     */
    private static long between(Trouble trouble, long fromNanos, long toNanos) {
        if (!trouble.inPieces()) {
            return trouble.longestNanos();
        }
        long allNanos = Math.min(trouble.mostNanos(), Math.max(trouble.nanos(), trouble.longestNanos()));
        double share = (double) (Math.min(toNanos, trouble.toNanos()) - Math.max(fromNanos, trouble.fromNanos()))
                / Math.max(1, trouble.toNanos() - trouble.fromNanos());
        return Math.min(
                allNanos,
                trouble.longestNanos() + (long) (CLOSER * Math.max(0, share) * trouble.part() * trouble.nanos()));
    }

    /** Returns when the backlog began that the slice found. */
    private long begunBefore(int index, Trouble trouble) {
        int first = index;
        while (first > 0
                && held[first - 1].slice.endNanos() > trouble.fromNanos()
                && isPiledUp(held[first - 1].slice, trouble)) {
            first--;
        }
        // A backlog at the start of the window may have begun at any time before.
        return first == 0 ? Math.min(trouble.fromNanos(), held[0].slice.startNanos()) : held[first].slice.startNanos();
    }

    /**
     * Returns whether the slice's messages found a backlog: not even the fastest arrived at once. Each of many waits leaves a backlog of
     * its own, so the length of one wait decides and not their sum.
     */
    private boolean isPiledUp(Slice slice, Trouble trouble) {
        long oneNanos = Math.min(trouble.nanos(), trouble.longestNanos());
        return slice.shortestNanos() - usualNanos > Math.max(usualNanos / 2, oneNanos / WORKED_OFF);
    }

    /** Charges each message with all stalls since its thread was last idle, until the backlog is drained. */
    private void catchUp(List<Trouble> troubles) {
        List<Trouble> byEnd = troubles.stream()
                .filter(trouble -> !isWithinAStop(trouble))
                .sorted(Comparator.comparingLong(Trouble::toNanos))
                .toList();
        int next = 0;
        long piledUpNanos = 0;
        Optional<Trouble> longest = Optional.empty();
        for (Held one : held) {
            for (; next < byEnd.size() && byEnd.get(next).toNanos() <= one.slice.startNanos(); next++) {
                Trouble trouble = byEnd.get(next);
                piledUpNanos += between(trouble, begunBefore(one.index, trouble), one.slice.startNanos());
                longest = longest.filter(before -> before.nanos() >= trouble.nanos())
                        .or(() -> Optional.of(trouble));
            }
            longest = longest.filter(trouble -> isPiledUp(one.slice, trouble));
            if (longest.isPresent()) {
                Part part = new Part(longest.get().part() * one.slice.messages(), one.atMost(piledUpNanos));
                one.add(List.of(part), longest.get().cause());
            } else {
                piledUpNanos = 0;
            }
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
