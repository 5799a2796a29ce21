package io.twohop.transport.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

/** The reply to a request that waits at the server, and outlives a poll that waited for it in vain. One thread. */
final class Arrival<T> {
    private final BiConsumer<Object, Throwable> wake = this::wake;
    private volatile Thread reader;

    /** {@code null} while nothing is asked for. */
    private CompletableFuture<T> reply;

    void begin(CompletionStage<T> asked) {
        reply = asked.toCompletableFuture();
        reply.whenComplete(wake);
    }

    private void wake(Object any, Throwable failure) {
        LockSupport.unpark(reader);
    }

    boolean isAskedFor() {
        return reply != null;
    }

    /** Waits for the reply; returns whether it is there. */
    boolean await(long maxWaitNanos) {
        if (reader != Thread.currentThread()) {
            reader = Thread.currentThread();
        }
        if (maxWaitNanos <= 0 || reply.isDone()) {
            return reply.isDone();
        }
        long deadline = System.nanoTime() + maxWaitNanos;
        while (!reply.isDone()) {
            long left = deadline - System.nanoTime();
            if (left <= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(this, left);
        }
        return true;
    }

    /** Returns the reply that is there, so that another may be asked for. */
    CompletableFuture<T> take() {
        CompletableFuture<T> taken = reply;
        reply = null;
        return taken;
    }
}
