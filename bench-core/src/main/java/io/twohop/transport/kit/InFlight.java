package io.twohop.transport.kit;

import io.twohop.transport.Acknowledgements;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;

/**
 * A publisher's messages without an outcome, for clients that report outcomes by callback. Callbacks are reused: as
 * many exist as were ever in flight together. The publishing thread begins a message, any thread completes it.
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
    private PendingRequest request = PendingRequest.NONE;

    /** @param callbacks creates the client's callback that completes an outcome */
    public InFlight(Acknowledgements acknowledgements, Function<Settlement<C>, C> callbacks) {
        this.acknowledgements = acknowledgements;
        this.callbacks = callbacks;
    }

    /** Makes the messages begun from now on replies to a request, which waits for their outcomes; the publishing thread only. */
    public void answer(PendingRequest next) {
        request = next;
    }

    /** Begins a message, and returns its outcome; the publishing thread only. */
    public Settlement<C> begin(long correlation) {
        Settlement<C> outcome = free.poll();
        if (outcome == null) {
            outcome = new Settlement<>(this);
        }
        outcome.correlation = correlation;
        outcome.request = request;
        request.begin();
        begun.lazySet(begun.getPlain() + 1);
        return outcome;
    }

    /** Number of messages without an outcome. */
    public long count() {
        return begun.get() - completed.get();
    }

    /**
     * Waits until every message begun so far has its outcome.
     *
     * @return false if the limit passed first
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
     * The outcome of one message.
     *
     * @param <C> the client's type of callback
     */
    public static final class Settlement<C> {
        private final InFlight<C> owner;
        private final C callback;
        private long correlation;
        private PendingRequest request = PendingRequest.NONE;

        private Settlement(InFlight<C> owner) {
            this.owner = owner;
            this.callback = owner.callbacks.apply(this);
        }

        /** The callback for the client. */
        public C callback() {
            return callback;
        }

        /**
         * Reports the outcome, once.
         *
         * @param failure why the message was not published; null if it was
         */
        public void complete(Throwable failure) {
            if (failure == null) {
                owner.acknowledgements.acknowledged(correlation);
            } else {
                // Both the client's and the publishing thread may report a failure.
                synchronized (owner) {
                    owner.acknowledgements.failed(correlation, failure);
                }
            }
            abandon();
        }

        /** Ends it without a report: the publisher has thrown, and the harness counts that. */
        public void abandon() {
            PendingRequest answered = request;
            request = PendingRequest.NONE;
            answered.end();
            owner.completed.incrementAndGet();
            owner.free.offer(this);
        }
    }
}
