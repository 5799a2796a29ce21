package io.twohop.recording;

import com.sun.management.UnixOperatingSystemMXBean;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.measure.CallClock;
import io.twohop.measure.CostliestEpisodes;
import io.twohop.measure.Slices;
import io.twohop.measure.SlowestMessages;
import io.twohop.measure.SlowestMessages.Slow;
import io.twohop.measure.Window;
import io.twohop.transport.Transport;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryManagerMXBean;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Marks a run in the flight recording of its JVM: where the measured window begins and ends, each second, and its slowest
 * messages. The monitor's thread only.
 */
public final class RunEvents {
    private static final Path PROC = Path.of("/proc");
    private static final Path SYS = Path.of("/sys");
    private static final long UNKNOWN = -1;

    private final Source source;
    private final StallSampler sampler;
    private final Allocation allocation;
    private final RunQueue queue;
    private final PathThreads path;
    private final DiskWriters disk;
    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();

    /**
     * The inputs of the marks.
     *
     * @param completedInWindow messages that reached a sink within the measured window
     */
    public record Source(
            Window window,
            List<CostliestEpisodes> messages,
            List<SlowestMessages> answers,
            List<CallClock> calls,
            List<Slices> slices,
            LongSupplier completedInWindow,
            Threads threads,
            Supplier<Map<String, ProcessHandle>> processes,
            Transport transport) {}

    /**
     * The measuring threads, which run already.
     *
     * @param spinning whether they never sleep
     * @param coreFree whether a core is left beside theirs
     */
    public record Threads(List<String> names, boolean spinning, boolean coreFree) {}

    /** Begins; to be asked only where something {@link #isRecording records}. */
    public RunEvents(Source source) {
        this.source = source;
        Threads threads = source.threads();
        this.sampler = new StallSampler(threads.names(), threads.spinning(), threads.coreFree());
        this.allocation = new Allocation(sampler.thread());
        this.queue = new RunQueue(PROC, threads.names());
        this.path = new PathThreads(PROC, threads.names(), source.transport().backgroundThreads(), source.processes());
        this.disk = new DiskWriters(
                PROC,
                data().map(ReadAhead::device).orElse(""),
                ProcessHandle.current().pid(),
                source.processes(),
                System::nanoTime,
                DiskUse::commit);
        sampler.start();
        if (source.window().startNanos() == source.window().measureStartNanos()) {
            measurementStarted();
        }
    }

    /** Whether a recording of this JVM takes these events. */
    public static boolean isRecording() {
        return new Second().isEnabled();
    }

    /**
     * Notes that an interval has ended.
     *
     * @param medianNanos median of its end-to-end latencies; 0 without messages
     * @param maxNanos maximum of its end-to-end latencies; 0 without messages
     */
    public void onInterval(Interval interval, long medianNanos, long maxNanos) {
        second(interval, medianNanos, maxNanos);
        source.messages().forEach(slowest -> slowest.drain().forEach(RunEvents::message));
        source.answers().forEach(slowest -> slowest.drain().forEach(RunEvents::answer));
        source.calls().forEach(slowest -> slowest.drain().forEach(RunEvents::call));
        if (interval.phase() == Phase.WARMUP && interval.endNanos() == 0) {
            measurementStarted();
        } else if (interval.phase() == Phase.MEASURE
                && interval.endNanos() == source.window().measuredNanos()) {
            measurementEnded();
        }
    }

    private void second(Interval interval, long medianNanos, long maxNanos) {
        Second event = new Second();
        event.sent = interval.sent();
        event.completed = interval.completed();
        event.medianNanos = medianNanos;
        event.maxNanos = maxNanos;
        event.heapUsedBytes = memory.getHeapMemoryUsage().getUsed();
        Allocation.Sum sum = allocation.now();
        event.allocatedBytes = sum.totalBytes() - sum.harnessBytes();
        event.stealNanos = CpuSteal.nanos(PROC);
        event.runQueueNanos = waitedNanos();
        event.nanoTime = System.nanoTime();
        event.commit();
        path.read();
        disk.read();
    }

    private long waitedNanos() {
        if (queue.threads() == 0) {
            return UNKNOWN;
        }
        long waited = 0;
        for (int i = 0; i < queue.threads(); i++) {
            if (!queue.read(i)) {
                return UNKNOWN;
            }
            waited += queue.waitedNanos();
        }
        return waited;
    }

    private void measurementStarted() {
        MeasurementStarted event = new MeasurementStarted();
        event.windowStartNanos = source.window().measureStartNanos();
        event.windowEndNanos = source.window().measureEndNanos();
        event.classesLoaded = classes.getTotalLoadedClassCount();
        event.openFiles = openFiles();
        event.collectors = collectors();
        event.readAheadBytes =
                data().map(directory -> ReadAhead.bytes(SYS, directory)).orElse(0L);
        Allocation.Sum sum = allocation.now();
        event.allocatedBytes = sum.totalBytes();
        event.harnessAllocatedBytes = sum.harnessBytes();
        event.nanoTime = System.nanoTime();
        event.commit();
    }

    private Optional<Path> data() {
        return Optional.ofNullable(source.transport().dataDirectory());
    }

    private static long openFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : UNKNOWN;
    }

    /** The names of this JVM's collectors. */
    public static String collectors() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .map(MemoryManagerMXBean::getName)
                .collect(Collectors.joining(", "));
    }

    private void measurementEnded() {
        MeasurementEnded event = new MeasurementEnded();
        Allocation.Sum sum = allocation.now();
        event.allocatedBytes = sum.totalBytes();
        event.harnessAllocatedBytes = sum.harnessBytes();
        event.classesLoaded = classes.getTotalLoadedClassCount();
        event.openFiles = openFiles();
        event.completed = source.completedInWindow().getAsLong();
        event.nanoTime = System.nanoTime();
        event.commit();
    }

    private static void message(Slow slow) {
        SlowMessage event = new SlowMessage();
        event.sink = slow.place();
        event.producer = slow.producer();
        event.sequence = slow.sequence();
        event.intendedNanos = slow.intendedNanos();
        event.entryNanos = slow.entryNanos();
        event.arrivalNanos = slow.endNanos();
        event.messages = slow.messages();
        event.sumNanos = slow.sumNanos();
        event.commit();
    }

    private static void slice(int sink, Slices.Slice slice) {
        SliceOfArrivals event = new SliceOfArrivals();
        event.sink = sink;
        event.startNanos = slice.startNanos();
        event.lengthNanos = slice.lengthNanos();
        event.messages = slice.messages();
        event.shortestNanos = slice.shortestNanos();
        event.longestNanos = slice.longestNanos();
        event.commit();
    }

    private static void call(CallClock.SlowCall call) {
        SlowCall event = new SlowCall();
        event.thread = call.thread();
        event.call = call.call().toString();
        event.startNanos = call.startNanos();
        event.endNanos = call.endNanos();
        event.commit();
    }

    private static void answer(Slow slow) {
        SlowAnswer event = new SlowAnswer();
        event.entryNanos = slow.entryNanos();
        event.answerNanos = slow.endNanos();
        event.commit();
    }

    /** Ends; the measuring threads have stopped. */
    public void end() throws InterruptedException {
        source.messages().forEach(slowest -> slowest.drainStopped().forEach(RunEvents::message));
        source.answers().forEach(slowest -> slowest.drainStopped().forEach(RunEvents::answer));
        source.calls().forEach(slowest -> slowest.drainStopped().forEach(RunEvents::call));
        for (int sink = 0; sink < source.slices().size(); sink++) {
            int number = sink;
            source.slices().get(sink).forEach(slice -> slice(number, slice));
        }
        sampler.end();
        queue.close();
        path.close();
        disk.close();
    }
}
