package io.twohop.pipeline;

import io.twohop.measure.Flow;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.PaddedCounter;
import io.twohop.measure.Window;
import io.twohop.transport.Acknowledgements;
import org.agrona.concurrent.NanoClock;

/** Times one publisher's acknowledgements, on whichever thread the transport reports them. */
final class AcknowledgementRecorder implements Acknowledgements {
    private static final int UNKNOWN_BYTES = 0;

    private final NanoClock clock;
    private final Failures failures;
    private final MessageOutcomes outcomes;
    private final boolean ofReplies;
    private final boolean promised;
    private final Doorbell doorbell = new Doorbell();
    private final PaddedCounter failed = new PaddedCounter();
    private final PaddedCounter failedMeasured = new PaddedCounter();
    private Window window;
    private LatencyRecorder acknowledge;
    private Flow acknowledged;

    /**
     * @param ofReplies whether it is a service that publishes
     * @param promised whether an acknowledgement says anything: some clients give one to themselves
     */
    AcknowledgementRecorder(
            NanoClock clock, Failures failures, MessageOutcomes outcomes, boolean ofReplies, boolean promised) {
        this.clock = clock;
        this.failures = failures;
        this.outcomes = outcomes;
        this.ofReplies = ofReplies;
        this.promised = promised;
    }

    /** Says when measuring begins; before the first message is published. */
    void begin(Window window) {
        this.window = window;
        acknowledge = new LatencyRecorder(window);
        acknowledged = new Flow(window);
    }

    @Override
    public void acknowledged(long intendedNanos) {
        long nowNanos = clock.nanoTime();
        acknowledge.record(intendedNanos, nowNanos);
        acknowledged.record(intendedNanos, UNKNOWN_BYTES, nowNanos, nowNanos);
        if (!ofReplies && promised) {
            outcomes.acknowledge(intendedNanos);
        }
        doorbell.ring();
    }

    @Override
    public void failed(long intendedNanos, Throwable cause) {
        failed.increment();
        failedMeasured.add(1 - window.warmsUp(intendedNanos));
        if (ofReplies) {
            failures.replyFailed(intendedNanos, cause);
        } else {
            failures.requestFailed(intendedNanos, cause);
        }
        doorbell.ring();
    }

    LatencyRecorder acknowledge() {
        return acknowledge;
    }

    /** Rung at each outcome. */
    Doorbell doorbell() {
        return doorbell;
    }

    /** What was acknowledged; how many bytes, an acknowledgement does not say. */
    Flow acknowledged() {
        return acknowledged;
    }

    /** How many messages have an outcome. */
    long settled() {
        return acknowledged.all().messages() + failed.get();
    }

    long failed() {
        return failed.get();
    }

    /** Of those, the ones of the measured window. */
    long failedMeasured() {
        return failedMeasured.get();
    }
}
