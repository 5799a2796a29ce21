package io.twohop.replay;

import io.twohop.config.Nanos;
import java.util.concurrent.atomic.AtomicLongArray;

/** How many of a file's messages are due in each second, counted from the start of measuring. One thread writes, any reads. */
final class DueEachSecond {
    private final long warmupNanos;
    private final int warmupSeconds;
    private final AtomicLongArray counts;

    DueEachSecond(long warmupNanos, long endNanos) {
        this.warmupNanos = warmupNanos;
        warmupSeconds = (int) ((warmupNanos + Nanos.SECOND - 1) / Nanos.SECOND);
        counts = new AtomicLongArray(second(endNanos) + 1);
    }

    void add(long offsetNanos) {
        int second = second(offsetNanos);
        counts.lazySet(second, counts.getPlain(second) + 1);
    }

    /** Returns the messages of the seconds that begin from one time on, and before another. */
    long between(long fromNanos, long toNanos) {
        long sum = 0;
        for (int second = second(fromNanos); second < counts.length() && startNanos(second) < toNanos; second++) {
            sum += startNanos(second) >= fromNanos || second == 0 ? counts.get(second) : 0;
        }
        return sum;
    }

    private long startNanos(int second) {
        return warmupNanos + (second - warmupSeconds) * Nanos.SECOND;
    }

    private int second(long offsetNanos) {
        return (int) Math.floorDiv(offsetNanos - warmupNanos, Nanos.SECOND) + warmupSeconds;
    }
}
