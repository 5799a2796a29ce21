package io.twohop.doctor;

import io.twohop.explain.ExpectedTrust.Gaps;
import org.HdrHistogram.Histogram;

/**
 * The gaps between a thread's readings of the clock. That thread writes, without waiting or allocating; others read once it has
 * stopped.
 */
final class GapRecord {
    /** A shorter one is what reading takes. */
    static final long LEAST_NANOS = 1_000;

    /** Longer gaps than each of these are counted. */
    private static final long[] LIMITS_NANOS = {10_000, 100_000, 1_000_000};

    private final long[] startNanos;
    private final long[] nanos;
    private final long[] counts = new long[LIMITS_NANOS.length];
    private final Histogram lengths = Amounts.histogram();
    private int kept;
    private long longestNanos;
    private long longestWaitedNanos;
    private long longNanos;

    /** @param capacity how many are kept with their times; later ones are counted only */
    GapRecord(int capacity) {
        startNanos = new long[capacity];
        nanos = new long[capacity];
    }

    /**
     * Records one.
     *
     * @param atNanos since watching began
     * @param waitedNanos for which the thread was ready to run in it and had no CPU, as far as that is known
     */
    void add(long atNanos, long gapNanos, long waitedNanos) {
        if (kept < nanos.length) {
            startNanos[kept] = atNanos;
            nanos[kept++] = gapNanos;
        }
        lengths.recordValue(Math.min(gapNanos, lengths.getHighestTrackableValue()));
        for (int i = 0; i < LIMITS_NANOS.length; i++) {
            if (gapNanos > LIMITS_NANOS[i]) {
                counts[i]++;
            }
        }
        if (gapNanos > LIMITS_NANOS[0]) {
            longNanos += gapNanos;
        }
        if (gapNanos > longestNanos) {
            longestNanos = gapNanos;
            longestWaitedNanos = waitedNanos;
        }
    }

    long longestNanos() {
        return longestNanos;
    }

    /** Of the longest, how long the thread waited for a CPU. */
    long longestWaitedNanos() {
        return longestWaitedNanos;
    }

    /** All that are longer than 10 us, together. */
    long longNanos() {
        return longNanos;
    }

    /** How many are longer than 10 us, 100 us and 1 ms. */
    long[] counts() {
        return counts.clone();
    }

    /** How many there are of each length. */
    Histogram lengths() {
        return lengths;
    }

    /** Those that are kept. */
    Gaps gaps() {
        return new Gaps(startNanos, nanos, kept);
    }

    /** Until when all are kept: without an end unless there were too many. */
    long keptUntilNanos() {
        return kept < nanos.length ? Long.MAX_VALUE : startNanos[kept - 1];
    }
}
