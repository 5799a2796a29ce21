package io.twohop.engine;

import io.twohop.account.Lane;
import io.twohop.account.Progress;
import io.twohop.judge.Growth;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Follows the backlog of each lane from second to second of the measured window. The monitor's thread. */
final class LaneGrowth {
    /** Twice as many points as a slope needs; then pairs of seconds become one. */
    private static final int MAX_POINTS = 480;

    private final List<long[]> waiting = new ArrayList<>();
    private Optional<Progress> first = Optional.empty();
    private Progress last;

    /** Adds another second. */
    void add(Progress now) {
        first = first.or(() -> Optional.of(now));
        last = now;
        long[] behind = new long[now.lanes()];
        Arrays.setAll(behind, now::waiting);
        waiting.add(behind);
        if (waiting.size() == MAX_POINTS) {
            halve();
        }
    }

    /** Keeps the smaller backlog of each pair of seconds. */
    private void halve() {
        for (int i = 0; i < MAX_POINTS / 2; i++) {
            long[] one = waiting.get(2 * i);
            long[] next = waiting.get(2 * i + 1);
            long[] least = new long[one.length];
            Arrays.setAll(least, lane -> Math.min(one[lane], next[lane]));
            waiting.set(i, least);
        }
        waiting.subList(MAX_POINTS / 2, MAX_POINTS).clear();
    }

    /**
     * Returns the lanes at the end of the run, each with its growth.
     *
     * @param windowNanos the time that the seconds make up
     */
    List<Lane> of(List<Lane> end, long windowNanos) {
        List<Lane> grown = new ArrayList<>();
        for (int i = 0; i < end.size(); i++) {
            grown.add(waiting.size() < 2 ? end.get(i) : end.get(i).growing(perSecond(i, windowNanos)));
        }
        return grown;
    }

    /** Returns the growth of a lane's backlog in age: the time that the lane's rate needs to make it. */
    private double perSecond(int lane, long windowNanos) {
        long taken = last.taken()[lane] - first.orElseThrow().taken()[lane];
        if (taken <= 0) {
            return 0;
        }
        double stepNanos = (double) windowNanos / waiting.size();
        double nanosPerMessage = (windowNanos - stepNanos) / taken;
        double[] ages = waiting.stream()
                .mapToDouble(lanes -> lanes[lane] * nanosPerMessage)
                .toArray();
        Growth growth = Growth.of(ages, stepNanos);
        return growth.grows() ? growth.perSecond() : 0;
    }
}
