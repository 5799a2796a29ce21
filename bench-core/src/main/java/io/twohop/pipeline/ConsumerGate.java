package io.twohop.pipeline;

import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Keeps the consumers of the first hop from polling while a backlog is to build. Any thread closes and opens it. */
public class ConsumerGate {
    /** The gate of a run that builds no backlog: consumers do not look at it. */
    public static final ConsumerGate NONE = new ConsumerGate() {
        @Override
        Subscription guard(Subscription subscription) {
            return subscription;
        }
    };

    private static final long LONGEST_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private volatile boolean closed;

    public void close() {
        closed = true;
    }

    public void open() {
        closed = false;
    }

    public boolean isClosed() {
        return closed;
    }

    /** Returns a subscription that delivers nothing while the gate is closed. */
    Subscription guard(Subscription subscription) {
        return new Guarded(subscription);
    }

    private final class Guarded implements Subscription {
        private final Subscription subscription;

        Guarded(Subscription subscription) {
            this.subscription = subscription;
        }

        @Override
        public int poll(MessageHandler handler, long maxWaitNanos) {
            if (!closed) {
                return subscription.poll(handler, maxWaitNanos);
            }
            // The thread of a subscription that blocks has no other way to wait: it would take a core from the
            // producers.
            if (maxWaitNanos > 0) {
                LockSupport.parkNanos(Math.min(maxWaitNanos, LONGEST_WAIT_NANOS));
            }
            return 0;
        }

        @Override
        public void close() {
            subscription.close();
        }
    }
}
