package io.twohop.agents;

import java.time.Duration;

/** How long one may hear nothing of the other. */
final class Lease {
    /** Between two signs of life. */
    static final Duration BEAT = Duration.ofSeconds(1);

    /** Then an agent is lost, or its coordinator is. */
    static final Duration LENGTH = Duration.ofSeconds(5);

    private volatile long heardNanos = System.nanoTime();

    void renew() {
        heardNanos = System.nanoTime();
    }

    boolean isOver() {
        return System.nanoTime() - heardNanos > LENGTH.toNanos();
    }
}
