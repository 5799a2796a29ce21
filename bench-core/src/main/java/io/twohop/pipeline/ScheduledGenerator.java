package io.twohop.pipeline;

import io.twohop.measure.Behind;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.Window;
import io.twohop.schedule.Schedule;
import io.twohop.transport.Publisher;
import org.agrona.concurrent.NanoClock;

/**
 * Sends messages at their intended times: the open loop. It never skips one and never moves one: when it falls behind, it
 * sends what is due as fast as the transport takes it, and every latency still counts from the intended time.
 */
final class ScheduledGenerator<T> extends Generator<T> {
    private final Window window;
    private final Schedule schedule;

    ScheduledGenerator(
            int producer,
            NanoClock clock,
            Window window,
            Schedule schedule,
            Supplies<T> supplies,
            Publisher publisher,
            Failures failures,
            MessageOutcomes outcomes) {
        super(producer, clock, window, supplies, publisher, failures, outcomes);
        this.window = window;
        this.schedule = schedule;
        afterSending();
    }

    @Override
    boolean isDue(long nowNanos) {
        return nowNanos - dueNanos() >= 0 && !finished();
    }

    /** Nobody asks the schedule while it runs, so it can be read to its end. */
    @Override
    Behind behind(long nowNanos) {
        long warmup = 0;
        long measured = 0;
        if (isOffering()) {
            afterSending();
        }
        for (; !finished() && nowNanos - dueNanos() >= 0; afterSending()) {
            passOver();
            int warmsUp = window.warmsUp(dueNanos());
            warmup += warmsUp;
            measured += 1 - warmsUp;
        }
        return new Behind(warmup, measured);
    }

    @Override
    void afterSending() {
        intended(window.startNanos() + schedule.nextOffsetNanos());
        if (dueNanos() - window.measureEndNanos() >= 0) {
            finish();
        }
    }
}
