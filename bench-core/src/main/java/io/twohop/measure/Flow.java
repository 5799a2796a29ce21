package io.twohop.measure;

import io.twohop.account.FlowSum;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts the messages that pass a point on one thread, with their bytes and the times of the first and the last. Those of
 * warm-up are counted apart, so that both phases run the same code. Writing costs plain stores; any thread may read.
 */
public final class Flow {
    private static final int MESSAGES = 0;
    private static final int BYTES = 1;
    private static final int FIRST = 2;
    private static final int LAST = 3;
    private static final int LEAST = 4;
    private static final int MOST = 5;

    /** Number of longs of a phase, alone on its cache lines. */
    private static final int PHASE = 16;

    private static final int NO_LEAST = Integer.MAX_VALUE;

    private final Window window;
    private final AtomicLongArray counts = new AtomicLongArray(4 * PHASE);

    public Flow(Window window) {
        this.window = window;
        counts.setPlain(PHASE + LEAST, NO_LEAST);
        counts.setPlain(2 * PHASE + LEAST, NO_LEAST);
    }

    /**
     * Counts a message; the owning thread only.
     *
     * @param intendedNanos decides the phase it belongs to
     * @param payloadBytes without the trace header
     * @param fromNanos when it came to the point
     * @param nowNanos when it had passed
     */
    public void record(long intendedNanos, int payloadBytes, long fromNanos, long nowNanos) {
        int at = PHASE + PHASE * window.warmsUp(intendedNanos);
        long before = counts.getPlain(at + MESSAGES);
        // No branch that warm-up takes once and the window takes again: compiled away, it would make measuring begin
        // with a
        // deoptimization. All ones for the first message of a phase, else zero.
        long first = before - 1 >> Long.SIZE - 1;
        counts.lazySet(at + FIRST, fromNanos & first | counts.getPlain(at + FIRST) & ~first);
        counts.lazySet(at + LEAST, Math.min(payloadBytes, (int) counts.getPlain(at + LEAST)));
        counts.lazySet(at + MOST, Math.max(payloadBytes, (int) counts.getPlain(at + MOST)));
        counts.lazySet(at + BYTES, counts.getPlain(at + BYTES) + payloadBytes);
        counts.lazySet(at + LAST, nowNanos);
        counts.lazySet(at + MESSAGES, before + 1);
    }

    /** Returns the measured messages so far. */
    public FlowSum measured() {
        return sum(PHASE);
    }

    /** Returns all messages so far, warm-up included. */
    public FlowSum all() {
        return sum(PHASE).plus(sum(2 * PHASE));
    }

    private FlowSum sum(int at) {
        long messages = counts.get(at + MESSAGES);
        if (messages == 0) {
            return FlowSum.NONE;
        }
        return new FlowSum(
                messages,
                counts.get(at + BYTES),
                counts.get(at + LEAST),
                counts.get(at + MOST),
                counts.get(at + FIRST),
                counts.get(at + LAST));
    }
}
