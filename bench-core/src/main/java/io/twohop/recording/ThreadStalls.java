package io.twohop.recording;

import java.util.concurrent.TimeUnit;

/**
 * Finds out from Linux's counts how long each measuring thread stood still between two samples: it waited for a CPU; or,
 * if it never sleeps, it neither ran nor waited, so the kernel had blocked it or the hypervisor had taken its CPU away.
 */
final class ThreadStalls {
    /** The shortest wait that is reported. */
    private static final long WAIT_REPORTED_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    /** The same of standing still: what a thread ran is counted up to the kernel's last tick, which is up to 10 ms ago. */
    private static final long STILL_REPORTED_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final RunQueue queue;
    private final boolean spinning;
    private final String[] waiting;
    private final String[] still;
    private final long[] ranNanos;
    private final long[] waitedNanos;
    private final long[] readNanos;

    /** @param spinning whether the threads never sleep */
    ThreadStalls(RunQueue queue, boolean spinning) {
        this.queue = queue;
        this.spinning = spinning;
        waiting = new String[queue.threads()];
        still = new String[queue.threads()];
        ranNanos = new long[queue.threads()];
        waitedNanos = new long[queue.threads()];
        readNanos = new long[queue.threads()];
        for (int i = 0; i < queue.threads(); i++) {
            waiting[i] = "no CPU for " + queue.name(i);
            still[i] = queue.name(i) + " blocked by the kernel or without its CPU";
            read(i);
        }
    }

    /** Reports what happened since the last call. */
    void sample() {
        for (int i = 0; i < waiting.length; i++) {
            long ran = ranNanos[i];
            long waited = waitedNanos[i];
            long before = readNanos[i];
            if (read(i)) {
                long newlyWaited = waitedNanos[i] - waited;
                if (newlyWaited >= WAIT_REPORTED_NANOS) {
                    report(waiting[i], true, newlyWaited, readNanos[i]);
                }
                long stillNanos = readNanos[i] - before - newlyWaited - (ranNanos[i] - ran);
                if (spinning && stillNanos >= STILL_REPORTED_NANOS) {
                    report(still[i], false, stillNanos, readNanos[i]);
                }
            }
        }
    }

    private boolean read(int thread) {
        if (!queue.read(thread)) {
            return false;
        }
        ranNanos[thread] = queue.ranNanos();
        waitedNanos[thread] = queue.waitedNanos();
        readNanos[thread] = System.nanoTime();
        return true;
    }

    private static void report(String what, boolean waiting, long nanos, long nowNanos) {
        ThreadStall event = new ThreadStall();
        event.what = what;
        event.waiting = waiting;
        event.startNanos = nowNanos - nanos;
        event.endNanos = nowNanos;
        event.commit();
    }
}
