package io.twohop.doctor;

import io.twohop.machine.ControlGroups;
import io.twohop.machine.ControlGroups.Throttling;
import io.twohop.recording.CpuSteal;
import io.twohop.recording.RunQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import net.openhft.affinity.Affinity;
import org.agrona.concurrent.NanoClock;
import org.agrona.concurrent.SystemNanoClock;

/** Runs threads that spin on the clock, and reads Linux's counters beside them. The caller's thread sleeps meanwhile. */
final class StallWatch {
    private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Number of threads that a message passes at most; the gaps of further threads are only counted. */
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

    /** Watches for stalls with a number of threads that spin at the same time. */
    Stalls watch(int threads, long nanos) throws InterruptedException {
        long fromNanos = clock.nanoTime() + LEAD_NANOS;
        List<Watcher> watchers = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            watchers.add(new Watcher(i, fromNanos, fromNanos + nanos));
        }
        long stolen = CpuSteal.nanos(files.proc());
        Optional<Throttling> before = throttling();
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
        return new Stalls(
                nanos,
                watchers.stream().map(watcher -> watcher.spinner.gaps()).toList(),
                watchers.stream().allMatch(watcher -> watcher.counted)
                        ? Optional.of(watchers.stream()
                                .mapToLong(watcher -> watcher.spinner.waitedNanos())
                                .sum())
                        : Optional.empty(),
                stolen == CpuSteal.UNKNOWN ? Optional.empty() : Optional.of(CpuSteal.nanos(files.proc()) - stolen),
                throttling().map(after -> before.map(after::since).orElse(after)));
    }

    private Optional<Throttling> throttling() {
        return ControlGroups.of(files.root()).throttling();
    }

    /** A spinning thread; a daemon, so that Ctrl-C ends the JVM. */
    private final class Watcher extends Thread {
        private final int number;
        private final long fromNanos;
        private final long untilNanos;
        private final WaitCount waits = new WaitCount();
        private final Spinner spinner;
        private volatile boolean counted;
        private volatile Optional<RuntimeException> failure = Optional.empty();

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
                failure = Optional.of(e);
            }
        }

        void checkFailure() {
            failure.ifPresent(cause -> {
                throw cause;
            });
        }
    }

    /** Counter of the time for which the thread that opened it has waited for a CPU. */
    private final class WaitCount implements LongSupplier, AutoCloseable {
        private Optional<RunQueue> queue = Optional.empty();

        /** @param thread unique name of the calling thread */
        void open(String thread) {
            queue = Optional.of(new RunQueue(files.proc(), List.of(thread)));
        }

        boolean isOpen() {
            return queue.orElseThrow().threads() > 0;
        }

        @Override
        public long getAsLong() {
            RunQueue its = queue.orElseThrow();
            return its.threads() > 0 && its.read(0) ? its.waitedNanos() : 0;
        }

        @Override
        public void close() {
            queue.ifPresent(RunQueue::close);
        }
    }
}
