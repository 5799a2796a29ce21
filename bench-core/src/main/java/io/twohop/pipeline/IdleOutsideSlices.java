package io.twohop.pipeline;

import io.twohop.schedule.DuetSlices;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;

/** Leaves the cores to the other of two runs that take turns, once this one has nothing left to do in the other's slices. */
final class IdleOutsideSlices implements IdleStrategy {
    /** So that a thread that is to stop notices it. */
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final IdleStrategy within;
    private final DuetSlices slices;
    private final NanoClock clock;
    private final long startNanos;

    IdleOutsideSlices(IdleStrategy within, DuetSlices slices, NanoClock clock, long startNanos) {
        this.within = within;
        this.slices = slices;
        this.clock = clock;
        this.startNanos = startNanos;
    }

    @Override
    public void idle(int workCount) {
        if (workCount == 0) {
            idle();
        }
    }

    @Override
    public void idle() {
        long leftNanos = slices.untilOwnNanos(clock.nanoTime() - startNanos);
        if (leftNanos > 0) {
            LockSupport.parkNanos(Math.min(leftNanos, LONGEST_NANOS));
        } else {
            within.idle();
        }
    }

    @Override
    public void reset() {
        within.reset();
    }
}
