package io.twohop.recording;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Detects stalls of the platform and threads that wait for a CPU. Its thread sleeps for a known time and measures how
 * late it wakes, as in jHiccup by Gil Tene. A cause of its delay (the scheduler, the hypervisor, a stopped process, a
 * pause of the JVM) may have delayed the measured threads too. On Linux it also reads how long those waited, and
 * subtracts its own wait for a core. Without a free core it sleeps longer, to take less from the measured threads.
 */
final class StallSampler {
    static final String NAME = "stall-sampler";

    private static final long FINE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long COARSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long HIGHEST_NANOS = TimeUnit.HOURS.toNanos(1);

    /** The shortest stall that is reported; a sleeping thread is woken some tens of microseconds late at any time. */
    private static final long FINE_REPORTED_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** Threshold while it competes for a core, for an unknown time. */
    private static final long COARSE_REPORTED_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final Path PROC = Path.of("/proc");
    private static final String JVM_THREAD = "VM Thread";
    private static final OperatingSystemMXBean PROCESS =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private final List<String> threads;
    private final boolean spinning;
    private final long resolutionNanos;
    private final boolean coreFree;
    private final Histogram stalls = new Histogram(HIGHEST_NANOS, 2);
    private final Thread thread = new Thread(this::run, NAME);
    private volatile boolean stopped;
    private boolean standstillsCounted;

    /**
     * Prepares it.
     *
     * @param spinning whether they never sleep
     * @param coreFree whether a core is left beside theirs
     */
    StallSampler(List<String> threads, boolean spinning, boolean coreFree) {
        this.spinning = spinning;
        this.threads = threads;
        resolutionNanos = coreFree ? FINE_NANOS : COARSE_NANOS;
        this.coreFree = coreFree;
        thread.setDaemon(true);
    }

    Thread thread() {
        return thread;
    }

    void start() {
        thread.start();
    }

    private void run() {
        try (RunQueue measuring = new RunQueue(PROC, threads);
                RunQueue collecting = new RunQueue(PROC, GcKinds::thread);
                RunQueue jvm = new RunQueue(PROC, List.of(JVM_THREAD));
                RunQueue own = new RunQueue(PROC, List.of(thread.getName()));
                PageFaults faults = new PageFaults(PROC, threads)) {
            ThreadStalls stalls =
                    new ThreadStalls(measuring, spinning, spinning ? new ExactCounts(threads) : ExactCounts.NONE);
            Standstills standstills = new Standstills(stalls, spinning);
            standstillsCounted = standstills.isCounted();
            sample(
                    stalls,
                    standstills,
                    new FaultSampler(faults, stalls),
                    new ThreadStalls(collecting, false),
                    jvm,
                    own);
        }
    }

    private void sample(
            ThreadStalls measuring,
            Standstills standstills,
            FaultSampler faults,
            ThreadStalls collecting,
            RunQueue jvm,
            RunQueue own) {
        long reportedNanos = coreFree || own.threads() > 0 ? FINE_REPORTED_NANOS : COARSE_REPORTED_NANOS;
        long waited = waitedNanos(own);
        BusyThreads busy = new BusyThreads(threads, System.nanoTime());
        long shortest = Long.MAX_VALUE;
        long processRan = PROCESS.getProcessCpuTime();
        long jvmTurns = turns(jvm);
        while (!stopped) {
            long before = System.nanoTime();
            LockSupport.parkNanos(resolutionNanos);
            long now = System.nanoTime();
            // Even an idle machine wakes it late by some amount: only what is beyond the best so far is a stall.
            shortest = Math.min(shortest, Math.max(now - before, resolutionNanos));
            long newlyWaited = waitedNanos(own) - waited;
            waited += newlyWaited;
            long stall = Math.max(0, now - before - shortest - newlyWaited);
            stalls.recordValue(Math.min(stall, HIGHEST_NANOS));
            long othersRan = measuring.sample(now, busy.sample(now), busy.ownNanos()) + collecting.sample(now, 0, 0);
            standstills.sample(stall);
            faults.sample();
            long processRanBefore = processRan;
            long jvmTurnsBefore = jvmTurns;
            processRan = PROCESS.getProcessCpuTime();
            jvmTurns = turns(jvm);
            if (stall >= reportedNanos) {
                PlatformStall event = new PlatformStall();
                event.asleepNanos = before;
                event.dueNanos = now - stall;
                event.ranNanos = now;
                event.othersRanNanos = othersRan;
                event.processRanNanos = processRan - processRanBefore;
                event.jvmTurns = jvmTurns - jvmTurnsBefore;
                event.commit();
            }
        }
        measuring.end();
    }

    /** Returns how often the sampled thread got a CPU; 0 if Linux does not count it. */
    private static long turns(RunQueue queue) {
        return queue.threads() > 0 && queue.read(0) ? queue.turns() : 0;
    }

    /** How long this thread has waited for a core; 0 where nobody counts it. */
    private static long waitedNanos(RunQueue own) {
        return own.threads() > 0 && own.read(0) ? own.waitedNanos() : 0;
    }

    /** Stops it and reports what it saw in all. */
    void end() throws InterruptedException {
        stopped = true;
        LockSupport.unpark(thread);
        thread.join();
        StallSummary event = new StallSummary();
        event.resolutionNanos = resolutionNanos;
        event.samples = stalls.getTotalCount();
        event.p99Nanos = stalls.getValueAtPercentile(99);
        event.maxNanos = stalls.getMaxValue();
        event.standstillsCounted = standstillsCounted;
        event.commit();
    }
}
