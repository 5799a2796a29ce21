package io.twohop.transport.kit;

import io.twohop.transport.Acknowledgements;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/**
 * The messages of one publisher that have no outcome yet, for clients that report outcomes by callback. Callbacks are used
 * again and again: only as many are made as were ever in flight together. Begun by the publishing thread, completed by
 * any.
 *
 * @param <C> the client's type of callback
 */
public final class InFlight<C> {
    private static final int KEPT = 1 << 16;
    private static final long POLL_NANOS = 100_000;

    private final Acknowledgements acknowledgements;
    private final Function<Settlement<C>, C> callbacks;
    private final ManyToOneConcurrentArrayQueue<Settlement<C>> free = new ManyToOneConcurrentArrayQueue<>(KEPT);
    private final AtomicLong completed = new AtomicLong();
    private final AtomicLong begun = new AtomicLong();

    /** @param callbacks makes the client's callback that completes an outcome */
    public InFlight(Acknowledgements acknowledgements, Function<Settlement<C>, C> callbacks) {
        this.acknowledgements = acknowledgements;
        this.callbacks = callbacks;
    }

    /** The outcome of the message that is published next; the publishing thread only. */
    public Settlement<C> begin(long correlation) {
        Settlement<C> outcome = free.poll();
        if (outcome == null) {
            outcome = new Settlement<>(this);
        }
        outcome.correlation = correlation;
        begun.lazySet(begun.getPlain() + 1);
        return outcome;
    }

    /** How many have no outcome yet. */
    public long count() {
        return begun.get() - completed.get();
    }

    /**
     * Waits until every message begun so far has its outcome.
     *
     * @return false when the limit passed first
     */
    public boolean awaitNone(Duration limit) throws InterruptedException {
        long start = System.nanoTime();
        while (count() > 0) {
            if (System.nanoTime() - start >= limit.toNanos()) {
                return false;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    /**
     * What becomes of one message.
     *
     * @param <C> the client's type of callback
     */
    public static final class Settlement<C> {
        private final InFlight<C> owner;
        private final C callback;
        private long correlation;

        private Settlement(InFlight<C> owner) {
            this.owner = owner;
            this.callback = owner.callbacks.apply(this);
        }

        /** To be given to the client with the message. */
        public C callback() {
            return callback;
        }

        /**
         * Reports the outcome, once.
         *
         * @param failure why the message was not published, or null if it was
         */
        public void complete(Throwable failure) {
            if (failure == null) {
                owner.acknowledgements.acknowledged(correlation);
            } else {
                // The client's thread and the publishing one may both have a failure to report.
                synchronized (owner) {
                    owner.acknowledgements.failed(correlation, failure);
                }
            }
            abandon();
        }

        /** Ends it without a report: the publisher has thrown, and the harness counts that. */
        public void abandon() {
            owner.completed.incrementAndGet();
            owner.free.offer(this);
        }
    }
}
