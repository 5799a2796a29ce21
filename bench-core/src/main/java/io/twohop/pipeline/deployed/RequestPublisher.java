package io.twohop.pipeline.deployed;

import io.twohop.event.field.MessageIds;
import io.twohop.pipeline.ForwardingPublisher;
import io.twohop.pipeline.header.Trace;
import io.twohop.pipeline.header.TraceHeader;
import io.twohop.transport.Mark;
import io.twohop.transport.Publisher;
import java.nio.ByteBuffer;
import java.util.List;

/** Publishes requests without the pipeline's header, and with their number where the service returns it. One thread. */
final class RequestPublisher extends ForwardingPublisher {
    private final Correlator correlator;
    private final List<Mark> marks;
    private final MessageIds ids;
    private final SentRequests sent;
    private final RequestKey key;
    private final Trace trace = new Trace();

    /** Number of the message that is being published. */
    private long number;

    RequestPublisher(Publisher publisher, Correlator correlator, MessageIds ids, SentRequests sent, RequestKey key) {
        super(publisher);
        this.correlator = correlator;
        this.marks = correlator.newMarks();
        this.ids = ids;
        this.sent = sent;
        this.key = key;
        publisher.marks(marks);
    }

    /** Gives the times at which requests are appended to the service's share. */
    void appendTimes(ServiceShare share) {
        publisher.appendTimes(share.of(() -> number));
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        int start = message.position();
        trace.read(message, start);
        int place = ids.ownPlace(trace.producer());
        // Before the message is published: the reply may arrive before publish returns.
        sent.note(place, trace.sequence(), trace.intendedNanos());
        number = ids.of(trace.producer(), trace.sequence());
        correlator.write(number, marks);
        message.position(start + TraceHeader.BYTES);
        try {
            key.set(message, publisher);
            int lane = publisher.lane();
            sent.lanes().note(place, trace.sequence(), lane);
            boolean isTaken = publisher.publish(message, correlation);
            if (isTaken) {
                sent.lanes().take(place, lane);
            }
            return isTaken;
        } finally {
            message.position(start);
        }
    }

    /** Returns the lane of bytes that are published next, under a number. */
    int laneOf(ByteBuffer payload, long itsNumber) {
        correlator.write(itsNumber, marks);
        key.set(payload, publisher);
        return publisher.lane();
    }

    /** Publishes bytes under a number that belongs to no message of the run. */
    boolean publishCanary(ByteBuffer payload, long itsNumber) {
        correlator.write(itsNumber, marks);
        key.set(payload, publisher);
        return publisher.publish(payload, itsNumber);
    }
}
