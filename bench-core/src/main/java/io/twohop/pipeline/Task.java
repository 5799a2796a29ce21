package io.twohop.pipeline;

import io.twohop.measure.CallClock;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SleepingIdleStrategy;

/** The work of one generator, service or sink: a measuring thread does it again and again, alone or with others. */
interface Task {
    /** How long a thread sleeps when it has nothing to do. */
    long PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    /**
     * Does what there is to do now; its thread only.
     *
     * @return how many messages it sent or took
     */
    int doWork();

    /** Records what {@link #doWork} put off so that no message waits for it; its thread only, when it has nothing to do. */
    default void settle() {}

    /** Returns the name in the layout, such as {@code sink-0}. */
    String roleName();

    /** Shares the clock of its thread; before that runs. */
    void readsFrom(CallClock clock);

    /** Returns whether it sends messages, and never waits for one in the transport. */
    default boolean sends() {
        return false;
    }

    /** Returns how its thread sleeps if this is the only task there. */
    default IdleStrategy parked(NanoClock clock) {
        return new SleepingIdleStrategy(PARK_NANOS);
    }
}
