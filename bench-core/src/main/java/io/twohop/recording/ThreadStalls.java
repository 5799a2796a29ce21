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

    /** Shortest standstill that is reported: run time is counted up to the kernel's last tick, up to 10 ms ago. */
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

    /** When each was last seen to have run or waited; when that sample began, and how long the measured system had run by then. */
    private final long[] movedNanos;

    private final long[] accountedFromNanos;
    private final long[] measuredBeforeNanos;
    private final long[] samplerBeforeNanos;
    private long measuredNanos;
    private long samplerNanos;

    private final LongSupplier clock;
    private final Listener listener;
    private final Runnable exact;

    /**
     * A time in which a thread did not run.
     *
     * @param turns times that the thread got a CPU meanwhile
     * @param sampleNanos time since the sample before
     * @param accountedFromNanos before the thread was last seen to run or wait
     * @param accountedNanos CPU time of the thread and of the measured system's busy threads since then, at least
     * @param samplerNanos CPU time of the thread that samples since then
     */
    record Stall(
            String thread,
            boolean waiting,
            long nanos,
            long turns,
            long sampleNanos,
            long accountedFromNanos,
            long accountedNanos,
            long samplerNanos,
            long endNanos) {}

    /** Notified of a thread that did not run. */
    interface Listener {
        void onStall(Stall stall);

        /** Short waits of many samples have added up. */
        default void onShortWaits(String thread, long nanos, long turns, long fromNanos, long nowNanos) {}
    }

    private static final Listener REPORT = new Listener() {
        @Override
        public void onStall(Stall stall) {
            report(stall);
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
        accountedFromNanos = new long[queue.threads()];
        measuredBeforeNanos = new long[queue.threads()];
        samplerBeforeNanos = new long[queue.threads()];
        shortNanos = new long[queue.threads()];
        shortTurns = new long[queue.threads()];
        shortFromNanos = new long[queue.threads()];
        exact.run();
        for (int i = 0; i < queue.threads(); i++) {
            read(i);
            movedNanos[i] = readNanos[i];
            accountedFromNanos[i] = readNanos[i];
            shortFromNanos[i] = readNanos[i];
        }
    }

    /**
     * Reports what happened since the last call.
     *
     * @param nowNanos before any count of this sample
     * @param newlyMeasuredNanos how long the measured system's busy threads ran meanwhile, all together
     * @param samplerRanNanos how long the calling thread has run since it started
     * @return how long these threads ran meanwhile, all together
     */
    long sample(long nowNanos, long newlyMeasuredNanos, long samplerRanNanos) {
        measuredNanos += newlyMeasuredNanos;
        samplerNanos = samplerRanNanos;
        long allRan = 0;
        exact.run();
        for (int i = 0; i < readNanos.length; i++) {
            long ran = ranNanos[i];
            long waited = waitedNanos[i];
            long turned = turns[i];
            long before = readNanos[i];
            if (read(i)) {
                long newlyRan = ranNanos[i] - ran;
                long newlyWaited = waitedNanos[i] - waited;
                long newTurns = turns[i] - turned;
                allRan += newlyRan;
                if (newlyWaited >= WAIT_REPORTED_NANOS) {
                    listener.onStall(stall(i, true, newlyWaited, newTurns, readNanos[i] - before, newlyRan));
                } else {
                    addShort(i, newlyWaited, newTurns);
                }
                // A thread that stands still may do so for many samples.
                if (newlyRan != 0 || newlyWaited > 0) {
                    long aliveNanos = readNanos[i] - movedNanos[i];
                    long stillNanos = aliveNanos - newlyWaited - newlyRan;
                    if (spinning && stillNanos >= STILL_REPORTED_NANOS) {
                        listener.onStall(stall(i, false, stillNanos, newTurns, aliveNanos, newlyRan));
                    }
                    movedNanos[i] = readNanos[i];
                    accountedFromNanos[i] = nowNanos;
                    measuredBeforeNanos[i] = measuredNanos;
                    samplerBeforeNanos[i] = samplerNanos;
                }
            }
        }
        return allRan;
    }

    /** @param ranNanos time that it ran since it was last seen to run */
    private Stall stall(int thread, boolean waiting, long nanos, long newTurns, long sampleNanos, long ranNanos) {
        return new Stall(
                queue.name(thread),
                waiting,
                nanos,
                newTurns,
                sampleNanos,
                accountedFromNanos[thread],
                measuredNanos - measuredBeforeNanos[thread] + ranNanos,
                samplerNanos - samplerBeforeNanos[thread],
                readNanos[thread]);
    }

    /** Returns how often a thread had got a CPU when it was last sampled; 0 if unknown. */
    long turns(int thread) {
        return thread < turns.length ? turns[thread] : 0;
    }

    /** Returns how long a thread had run when it was last sampled, in nanoseconds; 0 if unknown. */
    long ranNanos(int thread) {
        return thread < ranNanos.length ? ranNanos[thread] : 0;
    }

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

    private static void report(Stall stall) {
        ThreadStall event = new ThreadStall();
        event.thread = stall.thread;
        event.waiting = stall.waiting;
        event.startNanos = stall.endNanos - stall.nanos;
        event.turns = stall.turns;
        event.sampleNanos = stall.sampleNanos;
        event.accountedFromNanos = stall.accountedFromNanos;
        event.accountedNanos = stall.accountedNanos;
        event.samplerNanos = stall.samplerNanos;
        event.endNanos = stall.endNanos;
        event.commit();
    }
}
