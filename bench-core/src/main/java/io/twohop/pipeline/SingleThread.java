package io.twohop.pipeline;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The outcome of a trial: whether one thread could do all the work of a run.
 *
 * @param share the part of a core that the thread would use; empty unless a trial measured it
 * @param failure the cause of a failed trial; empty unless every attempt failed
 * @param blocks whether the trial failed because a call blocked its thread
 */
public record SingleThread(OptionalDouble share, Optional<String> failure, boolean blocks) {
    /** The outcome without a trial, which would not change the layout. */
    public static final SingleThread NOT_TRIED = new SingleThread(OptionalDouble.empty(), Optional.empty(), false);

    /** Returns the outcome of a trial that measured a part of a core. */
    public static SingleThread busy(double share) {
        return new SingleThread(OptionalDouble.of(share), Optional.empty(), false);
    }

    /** Returns the outcome of a trial that measured nothing. */
    public static SingleThread failed(String cause) {
        return new SingleThread(OptionalDouble.empty(), Optional.of(cause), false);
    }

    /** Returns the outcome of a trial whose thread never came back. */
    public static SingleThread blocked(String cause) {
        return new SingleThread(OptionalDouble.empty(), Optional.of(cause), true);
    }
}
