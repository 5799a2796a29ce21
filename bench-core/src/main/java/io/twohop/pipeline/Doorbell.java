package io.twohop.pipeline;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Wakes a thread that sleeps until something has changed. One sleeper; any thread rings, at the cost of a read. */
final class Doorbell {
    private volatile Thread sleeper;

    /** Sleeps until it rings, but not if there is nothing to wait for any more, and not for longer than the limit. */
    void sleep(BooleanSupplier stillWaiting, long limitNanos) {
        sleeper = Thread.currentThread();
        // Asked again now that a ring would be heard: what changed before is not missed.
        if (stillWaiting.getAsBoolean()) {
            LockSupport.parkNanos(limitNanos);
        }
        sleeper = null;
    }

    void ring() {
        Thread thread = sleeper;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }
}
