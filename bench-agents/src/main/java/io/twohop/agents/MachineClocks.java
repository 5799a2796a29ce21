package io.twohop.agents;

import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Two clocks of a machine, read together.
 *
 * @param aheadNanos {@link System#nanoTime} minus the wall clock
 * @param readNanos largest time between the two readings
 * @param boundNanos largest error of the wall clock; {@code null} if nothing bounds it
 */
record MachineClocks(long aheadNanos, long readNanos, Long boundNanos) {
    private static final int READINGS = 20;

    /** Reads the clocks of this machine several times, and returns the quickest reading. */
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
        return new MachineClocks(
                ahead, best, WallClock.read().map(WallClock::boundNanos).orElse(null));
    }

    /** Returns by how much the wall clock may be wrong at most; empty if nothing bounds that. */
    Optional<Long> bound() {
        return Optional.ofNullable(boundNanos);
    }
}
