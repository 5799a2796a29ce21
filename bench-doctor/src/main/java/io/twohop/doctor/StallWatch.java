package io.twohop.doctor;

import io.twohop.recording.CpuSteal;
import io.twohop.recording.RunQueue;
import io.twohop.result.ControlGroups;
import io.twohop.result.ControlGroups.Throttling;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import net.openhft.affinity.Affinity;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/** Has threads spin on the clock, and reads what Linux counts beside them. The caller's thread sleeps meanwhile. */
final class StallWatch {
    /** Until the threads run, and their code is compiled. */
    private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** A message passes no more threads than these; of others, gaps are counted only. */
    static final int ON_THE_WAY = 3;

    private static final int KEPT = 1 << 18;

    private final SystemFiles files;
    private final List<Integer> affinity;
    private final NanoClock clock = SystemNanoClock.INSTANCE;

    /** @param affinity CPUs that the threads are pinned to in turn; empty for none */
    StallWatch(SystemFiles files, List<Integer> affinity) {
        this.files = files;
        this.affinity = affinity;
    }

    /** Threads that spin at the same time, for so long. */
    Stalls watch(int threads, long nanos) throws InterruptedException {
        long fromNanos = clock.nanoTime() + LEAD_NANOS;
        List<Watcher> watchers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            watchers.add(new Watcher(i, fromNanos, fromNanos + nanos));
        }
        long stolen = CpuSteal.nanos(files.proc());
        Throttling throttled = throttling();
        try {
            for (Watcher watcher : watchers) {
                watcher.start();
            }
            for (Watcher watcher : watchers) {
                watcher.join();
            }
        } finally {
            watchers.forEach(watcher -> watcher.spinner.stop());
        }
        for (Watcher watcher : watchers) {
            watcher.checkFailure();
        }
        Throttling after = throttling();
        return new Stalls(
                nanos,
                watchers.stream().map(watcher -> watcher.spinner.gaps()).toList(),
                watchers.stream().allMatch(watcher -> watcher.counted)
                        ? (Long) watchers.stream()
                                .mapToLong(watcher -> watcher.spinner.waitedNanos())
                                .sum()
                        : null,
                stolen == CpuSteal.UNKNOWN ? null : (Long) (CpuSteal.nanos(files.proc()) - stolen),
                after == null || throttled == null ? after : after.since(throttled));
    }

    private Throttling throttling() {
        return ControlGroups.of(files.root()).throttling().orElse(null);
    }

    /** A thread that spins. A daemon, for Ctrl-C. */
    private final class Watcher extends Thread {
        private final int number;
        private final long fromNanos;
        private final long untilNanos;
        private final WaitCount waits = new WaitCount();
        private final Spinner spinner;
        private volatile boolean counted;
        private volatile RuntimeException failure;

        Watcher(int number, long fromNanos, long untilNanos) {
            super("spinner-" + number);
            this.number = number;
            this.fromNanos = fromNanos;
            this.untilNanos = untilNanos;
            spinner = new Spinner(clock, waits, new GapRecord(number < ON_THE_WAY ? KEPT : 0));
            setDaemon(true);
        }

        @Override
        public void run() {
            try (waits) {
                if (!affinity.isEmpty()) {
                    Affinity.setAffinity(affinity.get(number % affinity.size()));
                }
                waits.open(getName());
                counted = waits.isOpen();
                spinner.spin(fromNanos, untilNanos);
            } catch (RuntimeException e) {
                failure = e;
            }
        }

        void checkFailure() {
            if (failure != null) {
                throw failure;
            }
        }
    }

    /** How long the thread that opened it has waited for a CPU. */
    private final class WaitCount implements LongSupplier, AutoCloseable {
        private RunQueue queue;

        /** @param thread name of the calling one, the only one of this name */
        void open(String thread) {
            queue = new RunQueue(files.proc(), List.of(thread));
        }

        boolean isOpen() {
            return queue.threads() > 0;
        }

        @Override
        public long getAsLong() {
            return isOpen() && queue.read(0) ? queue.waitedNanos() : 0;
        }

        @Override
        public void close() {
            if (queue != null) {
                queue.close();
            }
        }
    }
}
