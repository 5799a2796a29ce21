package io.twohop.replay;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * A queue of non-negative numbers from one thread to another, neither of which ever waits. Each side is alone on its
 * cache lines.
 */
final class LongRing {
    static final long EMPTY = -1;

    /** Two cache lines, since processors fetch them in pairs. */
    private static final int APART = 16;

    private static final int WRITTEN = APART;
    private static final int TAKEN_AS_SEEN = WRITTEN + 1;
    private static final int TAKEN = 2 * APART;
    private static final int WRITTEN_AS_SEEN = TAKEN + 1;

    private final AtomicLongArray counts = new AtomicLongArray(3 * APART);
    private final long[] values;
    private final int mask;

    /** @param capacity a power of two */
    LongRing(int capacity) {
        values = new long[capacity];
        mask = capacity - 1;
    }

    /** False where it is full; the writing thread only. */
    boolean offer(long value) {
        long written = counts.getPlain(WRITTEN);
        if (written - counts.getPlain(TAKEN_AS_SEEN) > mask) {
            counts.setPlain(TAKEN_AS_SEEN, counts.getAcquire(TAKEN));
            if (written - counts.getPlain(TAKEN_AS_SEEN) > mask) {
                return false;
            }
        }
        values[(int) written & mask] = value;
        counts.setRelease(WRITTEN, written + 1);
        return true;
    }

    /** The oldest, or {@link #EMPTY}; the taking thread only. */
    long poll() {
        long taken = counts.getPlain(TAKEN);
        if (taken == counts.getPlain(WRITTEN_AS_SEEN)) {
            counts.setPlain(WRITTEN_AS_SEEN, counts.getAcquire(WRITTEN));
            if (taken == counts.getPlain(WRITTEN_AS_SEEN)) {
                return EMPTY;
            }
        }
        long value = values[(int) taken & mask];
        counts.setRelease(TAKEN, taken + 1);
        return value;
    }
}
