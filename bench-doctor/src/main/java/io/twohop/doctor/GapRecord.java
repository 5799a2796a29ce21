package io.twohop.doctor;

import io.twohop.explain.ExpectedTrust.Gaps;
import org.HdrHistogram.Histogram;

/**
 * Gaps between a thread's readings of the clock. That thread writes, without waiting or allocating; other threads read once it has
 * stopped.
 */
final class GapRecord {
    /** Reading the clock takes less than this. */
    static final long LEAST_NANOS = 1_000;

    /** Gaps that are longer than each of these limits are counted. */
    private static final long[] LIMITS_NANOS = {10_000, 100_000, 1_000_000};

    private final long[] startNanos;
    private final long[] nanos;
    private final long[] counts = new long[LIMITS_NANOS.length];
    private final Histogram lengths = Amounts.histogram();
    private int kept;
    private long longestNanos;
    private long longestWaitedNanos;
    private long longNanos;

    /** @param capacity number of gaps that are kept with their times; later ones are only counted */
    GapRecord(int capacity) {
        startNanos = new long[capacity];
        nanos = new long[capacity];
    }

    /**
     * Records a gap.
     *
     * @param atNanos start of the gap, from the start of watching
     * @param waitedNanos time in it for which the thread was ready to run and had no CPU; 0 if unknown
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

    /** Returns the time in the longest gap for which the thread waited for a CPU. */
    long longestWaitedNanos() {
        return longestWaitedNanos;
    }

    /** Returns the sum of all gaps longer than 10 us. */
    long longNanos() {
        return longNanos;
    }

    /** Returns the number of gaps longer than 10 us, 100 us and 1 ms. */
    long[] counts() {
        return counts.clone();
    }

    Histogram lengths() {
        return lengths;
    }

    Gaps gaps() {
        return new Gaps(startNanos, nanos, kept);
    }

    /** Returns the time up to which all gaps are kept; {@link Long#MAX_VALUE} unless there were too many. */
    long keptUntilNanos() {
        return kept < nanos.length ? Long.MAX_VALUE : startNanos[kept - 1];
    }
}
