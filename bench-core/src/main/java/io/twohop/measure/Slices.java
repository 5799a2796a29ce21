package io.twohop.measure;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The measured window in slices of equal length, each with its messages' number and their shortest and longest
 * latency: unlike a histogram, slices keep the time. A message belongs to the slice of its intended time. One thread
 * writes, without waiting or allocating; others read once it has stopped.
 */
public final class Slices {
    /** Most slices, each of a millisecond at least: enough for a minute. Longer windows have longer slices. */
    private static final int MOST = 1 << 16;

    private static final int FINEST_SHIFT = 20;

    /** Place of the first measured slice, behind the slice of warm-up. */
    private static final int MEASURED = 1;

    /** A latency above all others, small enough that subtracting it cannot overflow. */
    private static final long NO_SHORTEST = Long.MAX_VALUE >> 1;

    private final long startNanos;
    private final int shift;
    private final int[] counts;
    private final long[] shortest;
    private final long[] longest;

    /** @param window whose measured part is cut */
    public Slices(Window window) {
        startNanos = window.measureStartNanos();
        int needed = FINEST_SHIFT;
        while (window.measuredNanos() >> needed >= MOST) {
            needed++;
        }
        shift = needed;
        int slices = MEASURED + 1 + (int) (window.measuredNanos() >> shift);
        counts = new int[slices];
        shortest = new long[slices];
        longest = new long[slices];
        Arrays.fill(shortest, NO_SHORTEST);
    }

    /**
     * A slice that is not empty.
     *
     * @param messages that were due in it and arrived
     * @param shortestNanos the shortest latency among them
     */
    public record Slice(long startNanos, long lengthNanos, long messages, long shortestNanos, long longestNanos) {
        /** Returns the end, exclusive. */
        public long endNanos() {
            return startNanos + lengthNanos;
        }
    }

    /** Records a message; the owning thread only. */
    public void record(long intendedNanos, long atNanos) {
        long latencyNanos = atNanos - intendedNanos;
        long at = (intendedNanos - startNanos >> shift) + MEASURED;
        // Sums and no branches: warm-up fills one slice, so that it almost never finds a new shortest or longest.
        at &= ~(at >> Long.SIZE - 1);
        long beyond = counts.length - 1 - at;
        int slice = (int) (at + (beyond & beyond >> Long.SIZE - 1));
        counts[slice]++;
        long longer = latencyNanos - longest[slice];
        longest[slice] += longer & ~(longer >> Long.SIZE - 1);
        long shorter = latencyNanos - shortest[slice];
        shortest[slice] += shorter & shorter >> Long.SIZE - 1;
    }

    /** Passes on the measured slices that hold messages, in the order of time; once the thread has stopped. */
    public void forEach(Consumer<Slice> reader) {
        for (int at = MEASURED; at < counts.length; at++) {
            if (counts[at] > 0) {
                long start = startNanos + ((long) (at - MEASURED) << shift);
                reader.accept(new Slice(start, 1L << shift, counts[at], shortest[at], longest[at]));
            }
        }
    }
}
