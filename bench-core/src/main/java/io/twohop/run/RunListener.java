package io.twohop.run;

import io.twohop.measure.Accounting;
import io.twohop.measure.Interval;
import io.twohop.pipeline.ThreadLayout;
import io.twohop.result.Environment;
import io.twohop.transport.Guarantees;
import java.time.Instant;

/** Told of a measurement as it goes on, by the thread that watches it. */
public interface RunListener {
    /**
     * Everything is connected and warm-up begins.
     *
     * @param startedAt when
     * @param layout the agents' threads
     * @param guarantees what the transport promises
     * @param environment the machine and the JVM
     */
    record Started(Instant startedAt, ThreadLayout layout, Guarantees guarantees, Environment environment) {}

    /**
     * The measurement is over.
     *
     * @param accounting the account of every message
     * @param completedInWindow messages that reached the sink within the measured window
     * @param failure what broke it off, or null
     * @param publishFailure why the first message that could not be published failed, or null
     */
    record Ended(Accounting accounting, long completedInWindow, String failure, String publishFailure) {}

    void onStarted(Started started);

    /** Once a second, and at the end of each phase. */
    void onInterval(Interval interval);

    void onEnded(Ended ended);
}
