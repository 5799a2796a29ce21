package io.twohop.pipeline;

import io.twohop.account.Behind;
import io.twohop.measure.PaddedCounter;
import io.twohop.measure.Window;
import io.twohop.schedule.Schedule;
import io.twohop.schedule.Waiting;
import io.twohop.transport.Publisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/**
 * Sends messages at their intended times: the open loop. It never skips or moves a message. When it falls behind, it
 * sends as fast as the transport takes messages, and latency still counts from the intended time. It never waits for
 * a time that has not been read yet, so other tasks of its thread get their turn.
 */
final class ScheduledGenerator<T> extends Generator<T> {
    /** The longest wait for unread times after the run. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final long PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final Window window;
    private final Schedule schedule;
    private final PaddedCounter readTooLate = new PaddedCounter();
    private boolean unknown;
    private boolean over;

    ScheduledGenerator(int number, Shared<T> shared, Publisher publisher, Schedule schedule) {
        super(number, shared, publisher);
        this.window = shared.window();
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

    /** Reads the rest of the schedule, which is safe once the thread has ended. */
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

    /** Returns whether the next time is still unread; once the thread has ended. */
    boolean isUnread() {
        return unknown;
    }

    /** Counts the measured messages that were due before their time had been read. */
    long readTooLate() {
        return readTooLate.get();
    }

    @Override
    public IdleStrategy parked(NanoClock clock) {
        return new UntilDue(clock);
    }

    /** Sleeps while the next message is far off, since a sleeper wakes late, and yields for the rest. */
    private final class UntilDue implements Waiting {
        private static final long FAR_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
        private static final long EARLY_NANOS = TimeUnit.MICROSECONDS.toNanos(150);

        /** A thread that is to stop has to notice it. */
        private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

        private final NanoClock clock;

        UntilDue(NanoClock clock) {
            this.clock = clock;
        }

        @Override
        public void idle() {
            long untilDueNanos = finished() ? LONGEST_NANOS : dueNanos() - clock.nanoTime();
            long leftNanos = Math.min(untilDueNanos, LONGEST_NANOS);
            if (leftNanos > FAR_NANOS) {
                LockSupport.parkNanos(leftNanos - EARLY_NANOS);
            } else {
                Thread.yield();
            }
        }
    }
}
