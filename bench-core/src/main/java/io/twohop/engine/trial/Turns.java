package io.twohop.engine.trial;

import io.twohop.pipeline.Pipeline;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * Does the tasks of one of a layout's threads, and measures for how long they work. Several turns are timed as a stretch: a reading of the
 * clock for each would be part of what is measured. One thread; any thread may read the time.
 */
final class Turns implements AutoCloseable {
    private static final int TURNS_OF_A_STRETCH = 8;

    /** Length of a stretch from which on other programs may have had the core in it. */
    private static final long LONG_STRETCH_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final Pipeline pipeline;
    private final int thread;
    private final NanoClock clock;
    private final Waits waits;
    private long startNanos;
    private long waitedNanos;
    private long readNanos;
    private int worked;
    private volatile long busyNanos;

    /** @param thread number in the pipeline's layout */
    Turns(Pipeline pipeline, int thread, NanoClock clock, Waits waits) {
        this.pipeline = pipeline;
        this.thread = thread;
        this.clock = clock;
        this.waits = waits;
        this.waitedNanos = waits.nanos();
        this.readNanos = clock.nanoTime();
    }

    /**
     * Does every task once.
     *
     * @param sends whether generators have a turn too
     * @return whether one of them had something to do
     */
    boolean turn(boolean sends) {
        if (worked == 0) {
            begin();
        }
        boolean works = pipeline.turn(thread, sends) > 0;
        if (works) {
            worked++;
        }
        if (!works || worked == TURNS_OF_A_STRETCH) {
            end();
        }
        return works;
    }

    /** Begins a stretch. What the thread waited for before is not the stretch's. */
    private void begin() {
        startNanos = clock.nanoTime();
        if (startNanos - readNanos > LONG_STRETCH_NANOS) {
            waitedNanos = waits.nanos();
            startNanos = clock.nanoTime();
            readNanos = startNanos;
        }
    }

    /** Ends a stretch of work. */
    void end() {
        if (worked == 0) {
            return;
        }
        worked = 0;
        long tookNanos = clock.nanoTime() - startNanos;
        if (tookNanos > LONG_STRETCH_NANOS) {
            // Without other programs the stretch would have spent no time on the run queue.
            tookNanos = Math.max(0, tookNanos - (waits.nanos() - waitedNanos));
        }
        busyNanos += tookNanos;
    }

    /** Returns the length of all stretches so far, in nanoseconds. */
    long busyNanos() {
        return busyNanos;
    }

    @Override
    public void close() {
        waits.close();
    }
}
