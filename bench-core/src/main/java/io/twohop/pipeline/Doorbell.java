package io.twohop.pipeline;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Wakes a thread that sleeps until something has changed. One sleeper; any thread may ring, at the cost of a read. */
final class Doorbell {
    private volatile Thread sleeper;

    /** Sleeps until the doorbell rings, at most for the limit, and not at all if there is nothing to wait for. */
    void sleep(BooleanSupplier stillWaiting, long limitNanos) {
        sleeper = Thread.currentThread();
        // A ring before this thread was registered went unheard: look again.
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
