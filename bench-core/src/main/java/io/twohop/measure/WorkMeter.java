package io.twohop.measure;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Sums what each message takes of a thread, and its square, of those that are finished within a window. One thread writes, by plain
 * stores and without a branch; any may read.
 */
public final class WorkMeter {
    private static final int MESSAGES = 0;
    private static final int NANOS = 1;
    private static final int SQUARED = 2;

    /** Those outside the window and those inside, each alone on its cache lines. */
    private static final int PHASE = 16;

    private final AtomicLongArray sums = new AtomicLongArray(4 * PHASE);
    private volatile Window window;

    public WorkMeter(Window window) {
        this.window = window;
    }

    /**
     * What messages took.
     *
     * @param messages how many
     * @param nanos all together
     * @param squaredNanos the squares of what each took, all together
     */
    public record Sum(long messages, long nanos, double squaredNanos) {
        /** The mean of what one took; 0 of none. */
        public double meanNanos() {
            return messages == 0 ? 0 : (double) nanos / messages;
        }

        /** The mean of the squares; 0 of none. */
        public double meanSquaredNanos() {
            return messages == 0 ? 0 : squaredNanos / messages;
        }
    }

    /** Counts another window's messages from now on; any thread. */
    public void during(Window other) {
        window = other;
    }

    /** Counts a message; the owning thread only. */
    public void record(long fromNanos, long untilNanos) {
        int at = PHASE + PHASE * window.covers(untilNanos);
        long nanos = untilNanos - fromNanos;
        double squared = Double.longBitsToDouble(sums.getPlain(at + SQUARED)) + (double) nanos * nanos;
        sums.lazySet(at + SQUARED, Double.doubleToRawLongBits(squared));
        sums.lazySet(at + NANOS, sums.getPlain(at + NANOS) + nanos);
        sums.lazySet(at + MESSAGES, sums.getPlain(at + MESSAGES) + 1);
    }

    /** Of those that were finished in the window. */
    public Sum measured() {
        int at = 2 * PHASE;
        return new Sum(sums.get(at + MESSAGES), sums.get(at + NANOS), Double.longBitsToDouble(sums.get(at + SQUARED)));
    }
}
