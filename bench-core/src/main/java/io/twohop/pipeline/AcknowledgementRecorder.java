package io.twohop.pipeline;

import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.PaddedCounter;
import io.twohop.measure.Window;
import io.twohop.transport.Acknowledgements;
import org.agrona.concurrent.NanoClock;

/** Times one publisher's acknowledgements, on whichever thread the transport reports them. */
final class AcknowledgementRecorder implements Acknowledgements {
    private final NanoClock clock;
    private final Failures failures;
    private final PaddedCounter failed = new PaddedCounter();
    private LatencyRecorder acknowledge;

    AcknowledgementRecorder(NanoClock clock, Failures failures) {
        this.clock = clock;
        this.failures = failures;
    }

    /** Says when measuring begins; before the first message is published. */
    void begin(Window window) {
        acknowledge = new LatencyRecorder(window);
    }

    @Override
    public void acknowledged(long intendedNanos) {
        acknowledge.record(intendedNanos, clock.nanoTime());
    }

    @Override
    public void failed(long intendedNanos, Throwable cause) {
        failed.increment();
        failures.publishFailed(cause);
    }

    LatencyRecorder acknowledge() {
        return acknowledge;
    }

    long failed() {
        return failed.get();
    }
}
