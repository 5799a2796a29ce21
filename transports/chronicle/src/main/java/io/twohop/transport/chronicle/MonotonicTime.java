package io.twohop.transport.chronicle;

import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.core.time.TimeProvider;

/**
 * The clock by which files roll: the measuring clock, which cannot be set. After a step back of the wall clock,
 * messages would go to a file that every reader has passed. All processes of a host share it.
 */
final class MonotonicTime implements TimeProvider {
    /** Start of the cycles: Chronicle takes indexes of cycle 0 for none. */
    static final long BEGIN_MILLIS = 1_000_000_000_000L;

    @Override
    public long currentTimeMillis() {
        return BEGIN_MILLIS + TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
