package io.twohop.doctor;

import java.util.function.LongSupplier;
import org.agrona.concurrent.NanoClock;

/** Reads the clock as fast as possible and records the gaps. Allocates nothing while it spins. One thread. */
final class Spinner {
    /** Reading a thread's wait from Linux takes a microsecond or two, so only long gaps are looked up. */
    private static final long ASKED_NANOS = 100_000;

    private final NanoClock clock;
    private final LongSupplier waited;
    private final GapRecord gaps;
    private long startNanos;
    private long waitedNanos;
    private long allWaitedNanos;
    private volatile boolean stopped;

    /** @param waited returns the time for which the thread has waited for a CPU so far; constant where the kernel does not count it */
    Spinner(NanoClock clock, LongSupplier waited, GapRecord gaps) {
        this.clock = clock;
        this.waited = waited;
        this.gaps = gaps;
    }

    /**
     * Spins until the end, or until stopped.
     *
     * @param fromNanos start of recording; the thread spins before it so that its code is compiled
     */
    void spin(long fromNanos, long untilNanos) {
        while (clock.nanoTime() - fromNanos < 0 && !stopped) {
            Thread.onSpinWait();
        }
        startNanos = fromNanos;
        waitedNanos = waited.getAsLong();
        long before = waitedNanos;
        long last = clock.nanoTime();
        while (last - untilNanos < 0 && !stopped) {
            long now = clock.nanoTime();
            last = now - last < GapRecord.LEAST_NANOS ? now : recorded(last, now);
        }
        allWaitedNanos = waited.getAsLong() - before;
    }

    private long recorded(long last, long now) {
        if (now - last < ASKED_NANOS) {
            gaps.add(last - startNanos, now - last, 0);
            return now;
        }
        long newly = waited.getAsLong() - waitedNanos;
        waitedNanos += newly;
        gaps.add(last - startNanos, now - last, Math.min(newly, now - last));
        return clock.nanoTime();
    }

    /** Ends the spinning; any thread. */
    void stop() {
        stopped = true;
    }

    GapRecord gaps() {
        return gaps;
    }

    /** Returns the time for which the thread waited for a CPU while it recorded. */
    long waitedNanos() {
        return allWaitedNanos;
    }
}
