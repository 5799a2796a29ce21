package io.twohop.transport.kafka;

import io.twohop.transport.Acknowledgements;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.ManyToOneConcurrentArrayQueue;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * The sends of one producer that have no outcome yet. Callbacks are used again and again; only as many exist as were
 * ever in flight together.
 */
final class InFlight {
    private static final int KEPT = 1 << 16;

    private final Acknowledgements acknowledgements;
    private final ManyToOneConcurrentArrayQueue<Send> free = new ManyToOneConcurrentArrayQueue<>(KEPT);
    private final AtomicLong outcomes = new AtomicLong();
    private volatile long begun;

    InFlight(Acknowledgements acknowledgements) {
        this.acknowledgements = acknowledgements;
    }

    /** The callback of the next send; the publishing thread only. */
    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    Send begin(long correlation) {
        Send send = free.poll();
        if (send == null) {
            send = new Send();
        }
        send.correlation = correlation;
        begun++;
        return send;
    }

    /** A send that was refused at once, by an exception that the caller passes on; the publishing thread only. */
    void abandon(Send send) {
        outcomes.incrementAndGet();
        free.offer(send);
    }

    boolean isEmpty() {
        return outcomes.get() == begun;
    }

    /** One message's outcome: on the producer's own thread, or on the publishing one where it is refused at once. */
    final class Send implements Callback {
        private long correlation;

        @Override
        public void onCompletion(RecordMetadata metadata, Exception failure) {
            if (failure == null) {
                acknowledgements.acknowledged(correlation);
            } else {
                fail(failure);
            }
            outcomes.incrementAndGet();
            free.offer(this);
        }

        /** Both threads may have a failure to report. */
        private void fail(Exception failure) {
            synchronized (InFlight.this) {
                acknowledgements.failed(correlation, failure);
            }
        }
    }
}
