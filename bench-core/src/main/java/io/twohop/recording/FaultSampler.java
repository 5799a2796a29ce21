package io.twohop.recording;

import java.util.function.LongSupplier;

/**
 * Records the page faults of each measuring thread between two samples, how long it ran, how often it got a CPU, and whether
 * the kernel blocked it.
 */
final class FaultSampler {
    private final PageFaults faults;
    private final ThreadStalls stalls;
    private final long[] minor;
    private final long[] major;
    private final long[] turns;
    private final long[] ran;
    private final long[] readNanos;
    private final LongSupplier clock;
    private final Listener listener;

    /**
     * Counts since the previous sample.
     *
     * @param blocked whether the thread waits in the kernel
     */
    record Counts(long minor, long major, long turns, long ranNanos, boolean blocked) {
        private static final Counts NOTHING = new Counts(0, 0, 0, 0, false);
    }

    /** Notified of each sample in which there was something to count. */
    interface Listener {
        void onFaults(String thread, long startNanos, long endNanos, Counts counts);
    }

    /** @param stalls of the same threads, sampled just before */
    FaultSampler(PageFaults faults, ThreadStalls stalls) {
        this(faults, stalls, System::nanoTime, FaultSampler::report);
    }

    FaultSampler(PageFaults faults, ThreadStalls stalls, LongSupplier clock, Listener listener) {
        this.faults = faults;
        this.stalls = stalls;
        this.clock = clock;
        this.listener = listener;
        minor = new long[faults.threads()];
        major = new long[faults.threads()];
        turns = new long[faults.threads()];
        ran = new long[faults.threads()];
        readNanos = new long[faults.threads()];
        for (int i = 0; i < minor.length; i++) {
            read(i);
        }
    }

    void sample() {
        for (int i = 0; i < minor.length; i++) {
            long minorBefore = minor[i];
            long majorBefore = major[i];
            long turnsBefore = turns[i];
            long ranBefore = ran[i];
            long before = readNanos[i];
            if (read(i)) {
                Counts counts = new Counts(
                        minor[i] - minorBefore,
                        major[i] - majorBefore,
                        turns[i] - turnsBefore,
                        ran[i] - ranBefore,
                        faults.blocked());
                if (!counts.equals(Counts.NOTHING)) {
                    listener.onFaults(faults.name(i), before, readNanos[i], counts);
                }
            }
        }
    }

    private boolean read(int thread) {
        if (!faults.read(thread)) {
            return false;
        }
        minor[thread] = faults.minor();
        major[thread] = faults.major();
        turns[thread] = stalls.turns(thread);
        ran[thread] = stalls.ranNanos(thread);
        readNanos[thread] = clock.getAsLong();
        return true;
    }

    private static void report(String thread, long startNanos, long endNanos, Counts counts) {
        ThreadFaults event = new ThreadFaults();
        event.thread = thread;
        event.startNanos = startNanos;
        event.endNanos = endNanos;
        event.minorFaults = counts.minor;
        event.majorFaults = counts.major;
        event.turns = counts.turns;
        event.ranNanos = counts.ranNanos;
        event.blocked = counts.blocked;
        event.commit();
    }
}
