package io.twohop.transport.chronicle;

import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.core.time.TimeProvider;

/**
 * The time by which files roll: that of the clock which measures, so that nobody can set it. By the wall clock, what is
 * written after a step back goes to a file that every reader has passed. The same in all processes of one host.
 */
final class MonotonicTime implements TimeProvider {
    /** No cycle is the first, whose indexes Chronicle takes for none. */
    static final long BEGIN_MILLIS = 1_000_000_000_000L;

    @Override
    public long currentTimeMillis() {
        return BEGIN_MILLIS + TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
    }
}
