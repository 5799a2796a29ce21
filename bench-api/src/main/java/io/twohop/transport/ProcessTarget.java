package io.twohop.transport;

import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.workload.Fault;
import io.twohop.workload.Fault.Action;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A process that faults can end and pause, or a thread that behaves like one. */
public interface ProcessTarget extends FaultTarget {
    /** The running process; empty if it has ended or is part of another process. */
    default Optional<ProcessHandle> handle() {
        return Optional.empty();
    }

    /** Returns how the process ended without being asked to, which ends the run; empty otherwise. Any thread. */
    default Optional<String> unaskedEnd() {
        return Optional.empty();
    }

    /** Returns for how long the process has been stopped without being asked to, in nanoseconds. Any thread. */
    default long stoppedNanos() {
        return 0;
    }

    /**
     * Returns an incident if the process was stopped for a while without being asked to; empty otherwise. Any thread.
     *
     * @param earlierNanos stops before, which do not count
     */
    default Optional<Finding> unaskedStop(long earlierNanos) {
        long nanos = stoppedNanos() - earlierNanos;
        return nanos <= 0
                ? Optional.empty()
                : Optional.of(Rules.SERVER_STOPPED.found(name(), TimeUnit.NANOSECONDS.toMillis(nanos)));
    }

    /** Returns an incident if the process was ever stopped without being asked to; empty otherwise. Any thread. */
    default Optional<Finding> unaskedStop() {
        return unaskedStop(0);
    }

    /** Ends the process at once, like a crash; may return before it is gone. */
    void kill() throws IOException, InterruptedException;

    /** Ends the process in order, or by force after a while; returns once it is gone. */
    void stop() throws IOException, InterruptedException;

    /** Waits for the end of the process, and restarts it with its data; returns before it serves. */
    void start() throws IOException, InterruptedException;

    /** Pauses the process: it keeps its data and answers nobody. */
    void pause() throws IOException, InterruptedException;

    /** Continues the process after a pause. */
    void resume() throws IOException, InterruptedException;

    @Override
    default void begin(Fault fault) throws IOException, InterruptedException {
        switch (fault.action()) {
            case KILL -> kill();
            case PAUSE -> pause();
            case RESTART -> stop();
            default -> throw new IllegalArgumentException(fault.toString());
        }
    }

    @Override
    default void end(Fault fault) throws IOException, InterruptedException {
        if (fault.action() == Action.PAUSE) {
            resume();
        } else {
            start();
        }
    }
}
