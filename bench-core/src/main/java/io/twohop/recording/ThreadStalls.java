package io.twohop.recording;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Finds out from Linux's counts how long each measuring thread stood still between two samples: it waited for a CPU; or,
 * if it never sleeps, it neither ran nor waited, so the kernel had blocked it or the hypervisor had taken its CPU away.
 */
public final class ThreadStalls {
    /** The shortest wait that is reported by itself; shorter ones are once they add up to as much. */
    public static final long WAIT_REPORTED_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    /** The same of standing still: what a thread ran is counted up to the kernel's last tick, which is up to 10 ms ago. */
    private static final long STILL_REPORTED_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final RunQueue queue;
    private final boolean spinning;
    private final long[] ranNanos;
    private final long[] waitedNanos;
    private final long[] turns;
    private final long[] readNanos;

    /** Waits of each thread in samples that were too short to be reported, and when they began. */
    private final long[] shortNanos;

    private final long[] shortTurns;
    private final long[] shortFromNanos;

    /** When each was last seen to have run or waited. */
    private final long[] movedNanos;

    private final LongSupplier clock;
    private final Listener listener;
    private final Runnable exact;

    /** Notified of a thread that did not run. */
    interface Listener {
        /** @param turns times that the thread got a CPU since the sample before */
        void onStall(String thread, boolean waiting, long nanos, long turns, long sampleNanos, long nowNanos);

        /** Short waits of many samples have added up. */
        default void onShortWaits(String thread, long nanos, long turns, long fromNanos, long nowNanos) {}
    }

    /** Records both as events. */
    private static final Listener REPORT = new Listener() {
        @Override
        public void onStall(String thread, boolean waiting, long nanos, long turns, long sampleNanos, long nowNanos) {
            report(thread, waiting, nanos, turns, sampleNanos, nowNanos);
        }

        @Override
        public void onShortWaits(String thread, long nanos, long turns, long fromNanos, long nowNanos) {
            PathWait.commitOfAgent(thread, nanos, turns, fromNanos, nowNanos);
        }
    };

    /** @param spinning whether the threads never sleep */
    ThreadStalls(RunQueue queue, boolean spinning) {
        this(queue, spinning, ExactCounts.NONE, System::nanoTime, REPORT);
    }

    /**
     * Begins to count.
     *
     * @param spinning whether the threads never sleep
     * @param exact makes the counts exact before each sample
     */
    ThreadStalls(RunQueue queue, boolean spinning, Runnable exact) {
        this(queue, spinning, exact, System::nanoTime, REPORT);
    }

    ThreadStalls(RunQueue queue, boolean spinning, Runnable exact, LongSupplier clock, Listener listener) {
        this.exact = exact;
        this.queue = queue;
        this.spinning = spinning;
        this.clock = clock;
        this.listener = listener;
        ranNanos = new long[queue.threads()];
        waitedNanos = new long[queue.threads()];
        turns = new long[queue.threads()];
        readNanos = new long[queue.threads()];
        movedNanos = new long[queue.threads()];
        shortNanos = new long[queue.threads()];
        shortTurns = new long[queue.threads()];
        shortFromNanos = new long[queue.threads()];
        exact.run();
        for (int i = 0; i < queue.threads(); i++) {
            read(i);
            movedNanos[i] = readNanos[i];
            shortFromNanos[i] = readNanos[i];
        }
    }

    /** Reports what happened since the last call; returns how long the threads ran meanwhile, all together. */
    long sample() {
        long allRan = 0;
        exact.run();
        for (int i = 0; i < readNanos.length; i++) {
            long ran = ranNanos[i];
            long waited = waitedNanos[i];
            long turned = turns[i];
            long before = readNanos[i];
            if (read(i)) {
                allRan += ranNanos[i] - ran;
                long newlyWaited = waitedNanos[i] - waited;
                if (newlyWaited >= WAIT_REPORTED_NANOS) {
                    listener.onStall(
                            queue.name(i), true, newlyWaited, turns[i] - turned, readNanos[i] - before, readNanos[i]);
                } else {
                    addShort(i, newlyWaited, turns[i] - turned);
                }
                // A thread that stands still may do so for many samples.
                if (ranNanos[i] != ran || newlyWaited > 0) {
                    long stillNanos = readNanos[i] - movedNanos[i] - newlyWaited - (ranNanos[i] - ran);
                    if (spinning && stillNanos >= STILL_REPORTED_NANOS) {
                        listener.onStall(
                                queue.name(i),
                                false,
                                stillNanos,
                                turns[i] - turned,
                                readNanos[i] - movedNanos[i],
                                readNanos[i]);
                    }
                    movedNanos[i] = readNanos[i];
                }
            }
        }
        return allRan;
    }

    /** Returns how often a thread had got a CPU when it was last sampled; 0 if unknown. */
    long turns(int thread) {
        return thread < turns.length ? turns[thread] : 0;
    }

    /** How long a thread had run when it was sampled last; 0 where that is unknown. */
    long ranNanos(int thread) {
        return thread < ranNanos.length ? ranNanos[thread] : 0;
    }

    /** The number of threads. */
    int count() {
        return readNanos.length;
    }

    /** Time up to the last sample in which a thread neither ran nor is known to have waited, counted from any time. */
    long stillNanos(int thread) {
        return readNanos[thread] - ranNanos[thread] - waitedNanos[thread];
    }

    /** Time of a thread's last sample. */
    long readNanos(int thread) {
        return readNanos[thread];
    }

    private void addShort(int thread, long nanos, long newTurns) {
        shortNanos[thread] += nanos;
        shortTurns[thread] += newTurns;
        if (shortNanos[thread] >= WAIT_REPORTED_NANOS) {
            reportShort(thread);
        }
    }

    /** Reports short waits that have not added up yet. */
    void end() {
        for (int i = 0; i < shortNanos.length; i++) {
            if (shortNanos[i] > 0) {
                reportShort(i);
            }
        }
    }

    private void reportShort(int thread) {
        listener.onShortWaits(
                queue.name(thread), shortNanos[thread], shortTurns[thread], shortFromNanos[thread], readNanos[thread]);
        shortNanos[thread] = 0;
        shortTurns[thread] = 0;
        shortFromNanos[thread] = readNanos[thread];
    }

    private boolean read(int thread) {
        if (!queue.read(thread)) {
            return false;
        }
        ranNanos[thread] = queue.ranNanos();
        waitedNanos[thread] = queue.waitedNanos();
        turns[thread] = queue.turns();
        readNanos[thread] = clock.getAsLong();
        return true;
    }

    private static void report(
            String thread, boolean waiting, long nanos, long turns, long sampleNanos, long nowNanos) {
        ThreadStall event = new ThreadStall();
        event.thread = thread;
        event.waiting = waiting;
        event.startNanos = nowNanos - nanos;
        event.turns = turns;
        event.sampleNanos = sampleNanos;
        event.endNanos = nowNanos;
        event.commit();
    }
}
