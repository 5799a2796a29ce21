package io.twohop.agents;

import io.twohop.engine.EpochOffset;
import java.util.Optional;

/**
 * Two clocks of a machine, read together.
 *
 * @param aheadNanos {@link System#nanoTime} minus the wall clock
 * @param readNanos largest time between the two readings
 * @param boundNanos largest error of the wall clock; {@code null} if nothing bounds it
 */
record MachineClocks(long aheadNanos, long readNanos, Long boundNanos) {
    /** Reads the clocks of this machine. */
    static MachineClocks read() {
        EpochOffset offset = EpochOffset.read();
        return new MachineClocks(
                offset.aheadNanos(),
                offset.readNanos(),
                WallClock.read().map(WallClock::boundNanos).orElse(null));
    }

    /** Returns by how much the wall clock may be wrong at most; empty if nothing bounds that. */
    Optional<Long> bound() {
        return Optional.ofNullable(boundNanos);
    }
}
