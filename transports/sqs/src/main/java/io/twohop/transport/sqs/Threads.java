package io.twohop.transport.sqs;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

/** Ends threads that may be in a request. */
final class Threads {
    private Threads() {}

    /** Interrupts threads, and waits for a limited time until they have ended; all of them together. */
    static void end(Collection<Thread> threads, long limitMillis) {
        threads.forEach(Thread::interrupt);
        join(threads, limitMillis);
    }

    /** Waits for a limited time until threads have ended; all of them together. */
    static void join(Collection<Thread> threads, long limitMillis) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMillis);
        try {
            for (Thread thread : threads) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                if (left > 0) {
                    thread.join(left);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
