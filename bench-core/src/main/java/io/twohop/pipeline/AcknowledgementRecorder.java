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
    private final Correlations acknowledgements = new Correlations();
    private final Correlations failed = new Correlations();
    private final PaddedCounter unknown = new PaddedCounter();
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

    /** Sets when measuring begins; before the first message is published. */
    void begin(Window window) {
        this.window = window;
        acknowledge = new LatencyRecorder(window);
        acknowledged = new Flow(window);
    }

    @Override
    public void acknowledged(long intendedNanos) {
        long nowNanos = clock.nanoTime();
        acknowledgements.add(intendedNanos);
        if (ofReplies || wasDue(intendedNanos, nowNanos)) {
            acknowledge.record(intendedNanos, nowNanos);
            acknowledged.record(intendedNanos, UNKNOWN_BYTES, nowNanos, nowNanos);
            if (!ofReplies && promised) {
                outcomes.acknowledge(intendedNanos, nowNanos);
            }
        } else {
            unknown.increment();
        }
        doorbell.ring();
    }

    /**
     * Returns whether a message can have been due at that time: none is sent before it is due, or due before the run.
     * Replies keep the time of a clock that may be another machine's.
     */
    private boolean wasDue(long intendedNanos, long nowNanos) {
        long sinceNanos = nowNanos - intendedNanos + ArrivalTimes.Known.CLOCKS_AGREE_NANOS;
        return (intendedNanos - window.startNanos() | sinceNanos) >= 0;
    }

    @Override
    public void failed(long intendedNanos, Throwable cause) {
        failed.add(intendedNanos);
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

    boolean isPromised() {
        return promised;
    }

    Doorbell doorbell() {
        return doorbell;
    }

    /** Returns the messages that were acknowledged, without their bytes, which an acknowledgement does not tell. */
    Flow acknowledged() {
        return acknowledged;
    }

    long outcomes() {
        return acknowledgements.count() + failed.count();
    }

    /** Returns a digest of the correlation values of all {@link #outcomes}. */
    long digest() {
        return acknowledgements.digest() + failed.digest();
    }

    long acknowledgements() {
        return acknowledgements.count();
    }

    /** Returns the number of acknowledgements of a time at which no message was due. */
    long unknown() {
        return unknown.get();
    }

    long failed() {
        return failed.count();
    }

    long failedMeasured() {
        return failedMeasured.get();
    }
}
