package io.twohop.recording;

import java.util.concurrent.TimeUnit;

/**
 * Finds out how long all measuring threads stood still together: neither did they run, nor did they wait for a CPU. Threads that
 * never sleep do so while the whole process is stopped, even if the stop begins and ends while the sampler sleeps; at a safepoint;
 * and while the kernel blocks them all.
 */
final class Standstills {
    /** The two clocks of a sample are read some microseconds apart. */
    private static final long REPORTED_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final ThreadStalls threads;
    private final Listener listener;
    private final boolean counted;
    private final long[] stillNanos;
    private final long[] ranNanos;

    /** Time that each thread certainly stood still up to the previous sample. */
    private final long[] certainNanos;

    private long sampledNanos;
    private long lateNanos;
    private long certainUntilNanos;

    /** Notified of each time between two samples in which all threads stood still. */
    interface Listener {
        /** @param lateNanos how much too late the sampler was woken at the end of it */
        void onStandstill(long nanos, long lateNanos, long fromNanos, long toNanos);
    }

    /** @param threads sampled just before each sample, with exact counts */
    Standstills(ThreadStalls threads, boolean spinning) {
        this(threads, spinning, Standstills::report);
    }

    Standstills(ThreadStalls threads, boolean spinning, Listener listener) {
        this.threads = threads;
        this.listener = listener;
        counted = spinning && threads.count() > 0;
        stillNanos = new long[threads.count()];
        ranNanos = new long[threads.count()];
        certainNanos = new long[threads.count()];
        for (int i = 0; i < stillNanos.length; i++) {
            certainNanos[i] = threads.stillNanos(i);
        }
        remember(0);
        certainUntilNanos = sampledNanos;
    }

    /** Whether the threads tell. */
    boolean isCounted() {
        return counted;
    }

    /**
     * Linux counts a wait when it is over, so a thread that waits seems to stand still until it runs again. What stood still up to the
     * previous sample is certain once every thread has run since.
     *
     * @param newLateNanos how much too late the sampler was woken
     */
    void sample(long newLateNanos) {
        if (!counted) {
            return;
        }
        for (int i = 0; i < ranNanos.length; i++) {
            if (threads.ranNanos(i) == ranNanos[i]) {
                lateNanos = Math.max(lateNanos, newLateNanos);
                return;
            }
        }
        long together = Long.MAX_VALUE;
        for (int i = 0; i < stillNanos.length; i++) {
            long certain = Math.max(certainNanos[i], Math.min(stillNanos[i], threads.stillNanos(i)));
            together = Math.min(together, certain - certainNanos[i]);
            certainNanos[i] = certain;
        }
        if (together >= REPORTED_NANOS) {
            listener.onStandstill(together, lateNanos, certainUntilNanos, sampledNanos);
        }
        certainUntilNanos = sampledNanos;
        remember(newLateNanos);
    }

    private void remember(long newLateNanos) {
        lateNanos = newLateNanos;
        for (int i = 0; i < stillNanos.length; i++) {
            stillNanos[i] = threads.stillNanos(i);
            ranNanos[i] = threads.ranNanos(i);
            sampledNanos = threads.readNanos(i);
        }
    }

    private static void report(long nanos, long lateNanos, long fromNanos, long toNanos) {
        Standstill event = new Standstill();
        event.nanos = nanos;
        event.lateNanos = lateNanos;
        event.startNanos = fromNanos;
        event.endNanos = toNanos;
        event.commit();
    }
}
