package io.twohop.pipeline;

import io.twohop.account.Acknowledged;
import io.twohop.transport.Publisher;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * Compares the messages that a publisher took with those that it acknowledged, if its transport promises to
 * acknowledge each.
 */
final class AcknowledgedPublisher extends ForwardingPublisher {
    private final AcknowledgementRecorder recorder;
    private final Correlations taken = new Correlations();
    private long early;
    private boolean waitsForNone;

    AcknowledgedPublisher(Publisher publisher, AcknowledgementRecorder recorder) {
        super(publisher);
        this.recorder = recorder;
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        if (publisher.publish(message, correlation)) {
            taken.add(correlation);
            return true;
        }
        // What it did not take has no outcome yet.
        early = Math.max(early, recorder.outcomes() - taken.count());
        return false;
    }

    @Override
    public boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        waitsForNone = publisher.awaitAcknowledged(limit);
        return waitsForNone;
    }

    /** Returns what the publisher acknowledged; once its thread has ended. */
    Acknowledged account() {
        long due = taken.count();
        long outcomes = recorder.outcomes();
        long open = Math.max(0, due - outcomes);
        boolean areOthers = due == outcomes && taken.digest() != recorder.digest() && recorder.unknown() == 0;
        return new Acknowledged(
                due,
                recorder.acknowledgements(),
                recorder.failed(),
                waitsForNone ? 0 : open,
                waitsForNone ? open : 0,
                Math.max(0, outcomes - due),
                early,
                recorder.unknown(),
                areOthers ? 1 : 0);
    }
}
