package io.twohop.explain;

import io.twohop.measure.Slices.Slice;
import io.twohop.measure.SlowestMessages.Slow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Groups slow messages into episodes: one time and one reason, however many messages were delayed. An episode begins with its slowest
 * message and lasts twice as long as that message took: the first half is the delay, in the second the backlog drains.
 */
final class Episodes {
    private static final int LASTS = 2;

    private final List<long[]> bounds = new ArrayList<>();

    private Episodes() {}

    /**
     * An episode.
     *
     * @param messages at least one
     * @param costNanos sum of their latencies beyond the median
     */
    record Episode(Slow worst, long messages, long costNanos) {
        private Episode with(Slow slow, long cost) {
            return new Episode(
                    slow.nanos() > worst.nanos() ? slow : worst, messages + slow.messages(), costNanos + cost);
        }
    }

    /** Returns the episodes that cost most, the costliest first. */
    static List<Episode> of(List<Slow> messages, long medianNanos, int most) {
        Episodes episodes = new Episodes();
        List<Episode> found = new ArrayList<>();
        List<Slow> costliestFirst = messages.stream()
                .sorted(Comparator.comparingLong((Slow slow) -> cost(slow, medianNanos))
                        .reversed())
                .toList();
        for (Slow slow : costliestFirst) {
            long cost = cost(slow, medianNanos);
            int known = episodes.find(slow.intendedNanos(), slow.endNanos());
            if (known >= 0) {
                found.set(known, found.get(known).with(slow, cost));
            } else if (found.size() < most && cost > 0) {
                episodes.begin(slow.intendedNanos(), slow.nanos());
                found.add(new Episode(slow, slow.messages(), cost));
            }
        }
        found.sort(Comparator.comparingLong(Episode::costNanos).reversed());
        return found;
    }

    private static long cost(Slow slow, long medianNanos) {
        return slow.sumNanos() - slow.messages() * medianNanos;
    }

    /**
     * Returns the number of episodes in which messages took that long.
     *
     * @param nanos lower limit of the latency
     */
    static int count(List<Slice> slices, long nanos, int most) {
        Episodes episodes = new Episodes();
        List<Slice> slowestFirst = slices.stream()
                .filter(slice -> slice.longestNanos() >= nanos)
                .sorted(Comparator.comparingLong(Slice::longestNanos).reversed())
                .toList();
        for (Slice slice : slowestFirst) {
            if (episodes.find(slice.startNanos(), slice.endNanos()) < 0) {
                episodes.begin(slice.startNanos(), slice.lengthNanos() + slice.longestNanos());
                if (episodes.bounds.size() == most) {
                    return most;
                }
            }
        }
        return episodes.bounds.size();
    }

    private void begin(long fromNanos, long nanos) {
        bounds.add(new long[] {fromNanos, fromNanos + LASTS * nanos});
    }

    /** Returns the index of an episode that overlaps a stretch of time; negative if none does. */
    private int find(long fromNanos, long toNanos) {
        for (int i = 0; i < bounds.size(); i++) {
            if (fromNanos < bounds.get(i)[1] && toNanos > bounds.get(i)[0]) {
                return i;
            }
        }
        return -1;
    }
}
