package io.twohop.pipeline.deployed;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * When the newest requests of each producer should have been sent. A producer's thread writes, the thread that reads replies reads;
 * neither waits.
 */
final class SentRequests {
    /** The request was never sent. */
    static final long NEVER = Long.MIN_VALUE;

    /** The request is too old to be remembered. */
    static final long FORGOTTEN = Long.MIN_VALUE + 1;

    private static final int LEAST = 1 << 16;
    private static final int MOST = 1 << 22;

    private final AtomicLongArray[] intendedNanos;
    private final AtomicLong[] next;
    private final int mask;
    private final RepliedLanes lanes;

    /** @param messages how many a producer sends at most */
    SentRequests(int producers, long messages) {
        int size = size(messages);
        mask = size - 1;
        lanes = new RepliedLanes(producers, size);
        intendedNanos = new AtomicLongArray[producers];
        next = new AtomicLong[producers];
        for (int i = 0; i < producers; i++) {
            intendedNanos[i] = new AtomicLongArray(size);
            next[i] = new AtomicLong();
        }
    }

    /** Returns how many requests of each producer are remembered, a power of two. */
    static int size(long messages) {
        int size = LEAST;
        while (size < messages && size < MOST) {
            size <<= 1;
        }
        return size;
    }

    /** Returns the lanes of the requests. */
    RepliedLanes lanes() {
        return lanes;
    }

    /** Notes a request before it is published, once or more; its producer's thread. */
    void note(int producer, long sequence, long nanos) {
        intendedNanos[producer].setRelease((int) sequence & mask, nanos);
        next[producer].setRelease(sequence + 1);
    }

    /** Returns when the last request of all producers should have been sent; {@link #NEVER} if there was none. */
    long lastNanos() {
        long last = NEVER;
        for (int producer = 0; producer < next.length; producer++) {
            long sent = next[producer].getAcquire();
            if (sent > 0) {
                long nanos = intendedNanos[producer].getAcquire((int) (sent - 1) & mask);
                last = last == NEVER || nanos - last > 0 ? nanos : last;
            }
        }
        return last;
    }

    /** Returns when a request should have been sent, {@link #NEVER} or {@link #FORGOTTEN}. */
    long intendedNanos(int producer, long sequence) {
        if (sequence >= next[producer].getAcquire()) {
            return NEVER;
        }
        long nanos = intendedNanos[producer].getAcquire((int) sequence & mask);
        // Asked after the time was read: a later request may have overwritten it.
        return next[producer].getAcquire() - sequence > mask ? FORGOTTEN : nanos;
    }
}
