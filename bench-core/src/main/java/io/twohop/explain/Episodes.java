package io.twohop.explain;

import io.twohop.measure.Slices.Slice;
import io.twohop.measure.SlowestMessages.Slow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What was slow at one time for one reason is one episode, however many messages it delayed. An episode begins with the
 * slowest message and lasts twice as long as that one took: the first half is the delay, in the second what piled up is
 * worked off.
 */
final class Episodes {
    private static final int LASTS = 2;

    private final List<long[]> bounds = new ArrayList<>();

    private Episodes() {}

    /**
     * The slowest message of one and how many of those looked at belong to it.
     *
     * @param worst the slowest
     * @param messages at least one
     */
    record Episode(Slow worst, int messages) {}

    /**
     * The worst episodes, the worst first.
     *
     * @param messages to be grouped
     * @param most episodes
     */
    static List<Episode> of(List<Slow> messages, int most) {
        Episodes episodes = new Episodes();
        List<Slow> worst = new ArrayList<>();
        List<Integer> counts = new ArrayList<>();
        List<Slow> slowestFirst = messages.stream()
                .sorted(Comparator.comparingLong(Slow::nanos).reversed())
                .toList();
        for (Slow message : slowestFirst) {
            int known = episodes.find(message.intendedNanos(), message.endNanos());
            if (known >= 0) {
                counts.set(known, counts.get(known) + 1);
            } else if (worst.size() < most) {
                episodes.begin(message.intendedNanos(), message.nanos());
                worst.add(message);
                counts.add(1);
            }
        }
        List<Episode> found = new ArrayList<>();
        for (int i = 0; i < worst.size(); i++) {
            found.add(new Episode(worst.get(i), counts.get(i)));
        }
        return found;
    }

    /**
     * In how many episodes messages took that long.
     *
     * @param slices of all sinks
     * @param nanos or longer
     * @param most at which counting ends
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

    /** Which of them lies over a stretch of time; negative if none does. */
    private int find(long fromNanos, long toNanos) {
        for (int i = 0; i < bounds.size(); i++) {
            if (fromNanos < bounds.get(i)[1] && toNanos > bounds.get(i)[0]) {
                return i;
            }
        }
        return -1;
    }
}
