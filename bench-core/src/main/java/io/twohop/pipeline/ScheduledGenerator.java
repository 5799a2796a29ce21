package io.twohop.pipeline;

import io.twohop.account.Behind;
import io.twohop.measure.MessageOutcomes;
import io.twohop.measure.PaddedCounter;
import io.twohop.measure.Window;
import io.twohop.schedule.Schedule;
import io.twohop.transport.Publisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.NanoClock;

/**
 * Sends messages at their intended times: the open loop. It never skips one and never moves one: when it falls behind, it
 * sends what is due as fast as the transport takes it, and every latency still counts from the intended time. It never waits for
 * a time that has not been read yet either: the others of its thread get their turn.
 */
final class ScheduledGenerator<T> extends Generator<T> {
    /** How long times are waited for at the end, when nothing is measured any more. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final Window window;
    private final Schedule schedule;
    private final PaddedCounter readTooLate = new PaddedCounter();
    private boolean unknown;
    private boolean over;

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
        if (unknown && !becameKnown(nowNanos)) {
            return false;
        }
        if (nowNanos - dueNanos() < 0 || finished()) {
            return false;
        }
        if (over) {
            finish();
        }
        return !over;
    }

    private boolean becameKnown(long nowNanos) {
        afterSending();
        boolean late = !unknown && !over && !finished() && nowNanos - dueNanos() > 0;
        if (late && window.warmsUp(dueNanos()) == 0) {
            readTooLate.increment();
        }
        return !unknown;
    }

    /** Nobody asks the schedule while it runs, so it can be read to its end. */
    @Override
    Behind behind(long nowNanos) {
        long warmup = 0;
        long measured = 0;
        if (isOffering()) {
            afterSending();
        }
        for (; isKnown() && !over && !finished() && nowNanos - dueNanos() >= 0; afterSending()) {
            passOver();
            int warmsUp = window.warmsUp(dueNanos());
            warmup += warmsUp;
            measured += 1 - warmsUp;
        }
        return new Behind(warmup, measured);
    }

    /** Waits for a time that is being read. */
    private boolean isKnown() {
        long startNanos = System.nanoTime();
        while (unknown && System.nanoTime() - startNanos < PATIENCE_NANOS) {
            LockSupport.parkNanos(PARK_NANOS);
            afterSending();
        }
        return !unknown;
    }

    @Override
    void afterSending() {
        long offsetNanos = schedule.nextOffsetNanos();
        unknown = offsetNanos == Schedule.NOT_YET;
        if (unknown) {
            return;
        }
        over = offsetNanos == Schedule.END;
        // A window that has no more messages still has its seconds.
        intended(over ? window.measureEndNanos() : window.startNanos() + offsetNanos);
        if (!over && dueNanos() - window.measureEndNanos() >= 0) {
            finish();
        }
    }

    /** Whether the next time has still to be read; once the thread has ended. */
    boolean isUnread() {
        return unknown;
    }

    /** How often a message of the measured window was due before its time had been read. */
    long readTooLate() {
        return readTooLate.get();
    }
}
