package io.twohop.measure;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Sums the work of messages that finish within a window, and its squares. One thread writes, by plain stores and
 * without a branch; any may read.
 */
public final class WorkMeter {
    private static final int MESSAGES = 0;
    private static final int NANOS = 1;
    private static final int SQUARED = 2;

    /** Number of longs of a phase (outside the window, inside), alone on its cache lines. */
    private static final int PHASE = 16;

    private final AtomicLongArray sums = new AtomicLongArray(4 * PHASE);
    private volatile Window window;

    public WorkMeter(Window window) {
        this.window = window;
    }

    /**
     * The work of several messages.
     *
     * @param squaredNanos the squares of what each took, all together
     */
    public record Sum(long messages, long nanos, double squaredNanos) {
        /** Returns the mean work of a message in nanoseconds; 0 without messages. */
        public double meanNanos() {
            return messages == 0 ? 0 : (double) nanos / messages;
        }

        /** Returns the mean of the squares; 0 without messages. */
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

    /** Returns the work of messages that finished in the window. */
    public Sum measured() {
        int at = 2 * PHASE;
        return new Sum(sums.get(at + MESSAGES), sums.get(at + NANOS), Double.longBitsToDouble(sums.get(at + SQUARED)));
    }
}
