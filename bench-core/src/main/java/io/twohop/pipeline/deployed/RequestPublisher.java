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
    private final Trace trace = new Trace();

    RequestPublisher(Publisher publisher, Correlator correlator, MessageIds ids, SentRequests sent) {
        super(publisher);
        this.correlator = correlator;
        this.marks = correlator.newMarks();
        this.ids = ids;
        this.sent = sent;
        publisher.marks(marks);
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        int start = message.position();
        trace.read(message, start);
        // Before the message is published: the reply may arrive before publish returns.
        sent.note(trace.producer(), trace.sequence(), trace.intendedNanos());
        correlator.write(ids.of(trace.producer(), trace.sequence()), marks);
        message.position(start + TraceHeader.BYTES);
        try {
            return publisher.publish(message, correlation);
        } finally {
            message.position(start);
        }
    }

    /** Returns the lane of a number that is published next. */
    int laneOf(long number) {
        correlator.write(number, marks);
        return publisher.lane();
    }

    /** Publishes bytes under a number that belongs to no message of the run. */
    boolean publishCanary(ByteBuffer payload, long number) {
        correlator.write(number, marks);
        return publisher.publish(payload, number);
    }
}
