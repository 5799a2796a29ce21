package io.twohop.agents;

import java.time.Instant;
import java.util.concurrent.TimeUnit;

/**
 * Two clocks of a machine, read together.
 *
 * @param aheadNanos by how much {@link System#nanoTime} is ahead of the wall clock
 * @param readNanos how far apart the two readings may have been
 * @param boundNanos how far the wall clock is from the true time at most; null where nothing is known of it
 */
record MachineClocks(long aheadNanos, long readNanos, Long boundNanos) {
    private static final int READINGS = 20;

    /** Of this machine, now; the quickest of several readings. */
    static MachineClocks read() {
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
        WallClock clock = WallClock.read();
        return new MachineClocks(ahead, best, clock == null ? null : clock.boundNanos());
    }
}
