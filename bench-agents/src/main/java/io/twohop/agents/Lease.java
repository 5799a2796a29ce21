package io.twohop.agents;

import java.time.Duration;

/** The time for which an agent and its coordinator may hear nothing from each other. */
final class Lease {
    /** Time between two signs of life. */
    static final Duration BEAT = Duration.ofSeconds(1);

    /** Silence after which an agent or a coordinator counts as lost. */
    static final Duration LENGTH = Duration.ofSeconds(5);

    private volatile long heardNanos = System.nanoTime();

    void renew() {
        heardNanos = System.nanoTime();
    }

    boolean isOver() {
        return System.nanoTime() - heardNanos > LENGTH.toNanos();
    }
}
