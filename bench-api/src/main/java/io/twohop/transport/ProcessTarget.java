package io.twohop.transport;

import io.twohop.workload.Fault;
import io.twohop.workload.Fault.Action;
import java.io.IOException;
import java.util.Optional;

/** A process, or what ends and stands still like one. */
public interface ProcessTarget extends FaultTarget {
    /** The process as it is now; absent where it has ended, or is a part of another. */
    default Optional<ProcessHandle> handle() {
        return Optional.empty();
    }

    /** How it ended although nobody had asked it to, which ends a run; empty otherwise. Any thread. */
    default Optional<String> unaskedEnd() {
        return Optional.empty();
    }

    /** Ends it at once, as a crash would; may return before it is gone. */
    void kill() throws IOException, InterruptedException;

    /** Ends it in order, or at once if it does not heed that in bounded time; returns when it is gone. */
    void stop() throws IOException, InterruptedException;

    /** Waits for its end, and starts it again with what it had kept; returns before it serves. */
    void start() throws IOException, InterruptedException;

    /** Stops it where it is: it holds what it has, and answers nobody. */
    void pause() throws IOException, InterruptedException;

    /** Lets it go on after a pause. */
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
