package io.twohop.engine;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * This machine's two clocks, read together.
 *
 * @param aheadNanos {@link System#nanoTime} minus the wall clock, in nanoseconds since the epoch
 * @param readNanos largest time between the two readings
 */
public record EpochOffset(long aheadNanos, long readNanos) {
    private static final int READINGS = 20;

    /** Reads both clocks several times, and returns the quickest reading. */
    public static EpochOffset read() {
        long best = Long.MAX_VALUE;
        long ahead = 0;
        for (int i = 0; i < READINGS; i++) {
            long before = System.nanoTime();
            Instant wall = Instant.now();
            long took = System.nanoTime() - before;
            if (took < best) {
                best = took;
                ahead = before + took / 2 - (TimeUnit.SECONDS.toNanos(wall.getEpochSecond()) + wall.getNano());
            }
        }
        return new EpochOffset(ahead, best);
    }
}
