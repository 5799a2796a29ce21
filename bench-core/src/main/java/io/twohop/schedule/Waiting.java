package io.twohop.schedule;

import org.agrona.concurrent.IdleStrategy;

/** An idle strategy whose waits do not depend on those before. */
@FunctionalInterface
public interface Waiting extends IdleStrategy {
    @Override
    void idle();

    @Override
    default void idle(int workCount) {
        if (workCount == 0) {
            idle();
        }
    }

    @Override
    default void reset() {}
}
