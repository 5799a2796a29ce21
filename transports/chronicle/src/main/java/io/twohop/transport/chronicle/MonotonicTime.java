package io.twohop.transport.chronicle;

import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.core.time.TimeProvider;

/**
 * The clock by which files roll: the measuring clock, which cannot be set. After a step back of the wall clock,
 * messages would go to a file that every reader has passed. All processes of a host share it. Any thread.
 */
final class MonotonicTime implements TimeProvider {
    /** Start of a cycle of each length: Chronicle takes indexes of cycle 0 for none. */
    static final long BEGIN_MILLIS = 1_000_000_000_000L;

    private static final long ENDLESS_MILLIS = 1L << RollCycleNames.ENDLESS_BITS;

    private final long beginMillis;
    private final long mask;
    private volatile long skippedMillis;

    private MonotonicTime(long beginMillis, long mask) {
        this.beginMillis = beginMillis;
        this.mask = mask;
    }

    /** Returns a clock that runs through cycles. */
    static MonotonicTime running() {
        return new MonotonicTime(BEGIN_MILLIS, -1);
    }

    /** Returns the clock for a cycle: with {@link RollCycleNames#NONE} it never leaves the first one. */
    static MonotonicTime of(String rollCycle) {
        return rollCycle.equals(RollCycleNames.NONE)
                // A reading costs the same, so that figures do not depend on the cycle.
                ? new MonotonicTime(BEGIN_MILLIS / ENDLESS_MILLIS * ENDLESS_MILLIS, ENDLESS_MILLIS - 1)
                : running();
    }

    @Override
    public long currentTimeMillis() {
        return beginMillis + (skippedMillis + TimeUnit.NANOSECONDS.toMillis(System.nanoTime()) & mask);
    }

    /** Moves this clock forward. */
    void skip(long millis) {
        skippedMillis += millis;
    }
}
