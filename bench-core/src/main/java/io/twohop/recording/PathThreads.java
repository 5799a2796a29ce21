package io.twohop.recording;

import io.twohop.account.ThreadParts;
import io.twohop.workload.AllowedCpus;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Counts once a second what every thread of the run's processes ran and waited for a CPU: of the process that measures, of the
 * service's and of servers that the run started. The measuring threads' own waits are sampled more often elsewhere. The monitor
 * only; some microseconds a thread.
 */
final class PathThreads implements Closeable {
    /** The shortest wait in a second that matters. */
    private static final long REPORTED_NANOS = 1_000_000;

    private static final long NANOS_PER_TICK = 10_000_000;
    private static final String OWN = "self";
    private static final String SERVICE = "service";

    /** In the line of all cores: user, nice, system, and what a hypervisor took. Interrupts keep nobody waiting. */
    private static final int[] TASKS = {1, 2, 3, 8};

    /** Seconds after which threads of the other processes are looked for again. */
    private static final int SECONDS_BETWEEN_LOOKS = 10;

    private static final int BUFFER_BYTES = 512;

    private final Path proc;
    private final ThreadParts parts;
    private final List<String> background;
    private final int agents;
    private final Supplier<Map<String, ProcessHandle>> others;
    private final LongSupplier clock;
    private final Listener listener;
    private final Map<String, Task> tasks = new HashMap<>();
    private final CountReader reader = new CountReader();
    private final long[] used = new long[Group.values().length];
    private long samplerTurns;
    private Map<String, ProcessHandle> processes = Map.of();
    private int seconds;
    private long machineTicks;
    private long readNanos;

    private enum Group {
        AGENT,
        SAMPLER,
        HARNESS,
        MEASURED
    }

    interface Listener {
        void onWait(String thread, long ranNanos, long waitedNanos, long turns, long fromNanos, long toNanos);

        /**
         * @param used by tasks, by the sampler, by other threads of the harness, and by the measured system
         * @param samplerTurns times that the sampler got a CPU
         */
        void onUse(long[] used, long samplerTurns, int agents, long machineNanos, long fromNanos, long toNanos);
    }

    private static final class Task {
        private final FileChannel file;
        private final Group group;
        private final Optional<String> waiter;
        private long ranNanos;
        private long waitedNanos;
        private long turns;

        /** @param waiter what is said to wait; empty for a thread whose waits do not matter, or are seen elsewhere */
        Task(FileChannel file, Group group, Optional<String> waiter) {
            this.file = file;
            this.group = group;
            this.waiter = waiter;
        }
    }

    /**
     * Begins to count.
     *
     * @param measuring names of the threads that tasks run on
     * @param background names of the transport's threads that no message waits for
     * @param others processes of the run beside this one, by name
     */
    PathThreads(
            Path proc, List<String> measuring, List<String> background, Supplier<Map<String, ProcessHandle>> others) {
        this(proc, measuring, background, others, System::nanoTime, new Events());
    }

    PathThreads(
            Path proc,
            List<String> measuring,
            List<String> background,
            Supplier<Map<String, ProcessHandle>> others,
            LongSupplier clock,
            Listener listener) {
        this.proc = proc;
        this.parts = new ThreadParts(measuring);
        this.background = background.stream().map(ThreadParts::asKept).toList();
        this.agents = measuring.size();
        this.others = others;
        this.clock = clock;
        this.listener = listener;
        read(false);
    }

    /** Reports what happened since the last time. */
    void read() {
        read(true);
    }

    private void read(boolean reports) {
        if (seconds++ % SECONDS_BETWEEN_LOOKS == 0) {
            processes = others.get();
        }
        long before = readNanos;
        long ticksBefore = machineTicks;
        machineTicks = machineTicks();
        readNanos = clock.getAsLong();
        java.util.Arrays.fill(used, 0);
        samplerTurns = 0;
        find(OWN, OWN, reports);
        processes.forEach((name, process) -> find(name, Long.toString(process.pid()), reports));
        for (Iterator<Task> all = tasks.values().iterator(); all.hasNext(); ) {
            Task task = all.next();
            if (!read(task, reports ? before : readNanos)) {
                CountReader.close(task.file);
                all.remove();
            }
        }
        if (reports && ticksBefore >= 0 && machineTicks >= 0) {
            listener.onUse(
                    used, samplerTurns, agents, (machineTicks - ticksBefore) * NANOS_PER_TICK, before, readNanos);
        }
    }

    /** Opens what is new. What a thread took before it was found belongs to the time since the last look. */
    private void find(String process, String directory, boolean isLater) {
        for (Path path : CountReader.entries(proc.resolve(directory).resolve("task"))) {
            String key = directory + path.getFileName();
            if (!tasks.containsKey(key)) {
                open(process, path).ifPresent(task -> {
                    if (!isLater) {
                        count(task);
                    }
                    tasks.put(key, task);
                });
            }
        }
    }

    /** Returns a thread; empty if it has just ended, or if nobody counts here. */
    private Optional<Task> open(String process, Path path) {
        try {
            String name = Files.readString(path.resolve("comm")).strip();
            return CountReader.open(path.resolve("schedstat")).map(file -> task(process, name, file));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Task task(String process, String name, FileChannel file) {
        String part = parts.of(name);
        boolean own = process.equals(OWN);
        boolean isService = process.equals(SERVICE);
        Group group;
        if ((own || isService) && parts.isWatching(name)) {
            group = own && name.equals(StallSampler.NAME) ? Group.SAMPLER : Group.HARNESS;
        } else if (own && parts.isMeasuring(name) || isService && part.equals(SERVICE)) {
            group = Group.AGENT;
        } else {
            group = Group.MEASURED;
        }
        boolean aside = part.equals(ThreadParts.COMPILER) || background.contains(name);
        boolean onTheWay = !aside && (own ? part.equals(ThreadParts.CLIENT) : group != Group.HARNESS);
        return new Task(file, group, onTheWay ? Optional.of(own ? name : process) : Optional.empty());
    }

    private boolean read(Task task, long fromNanos) {
        long ran = task.ranNanos;
        long waited = task.waitedNanos;
        long turned = task.turns;
        if (!count(task)) {
            return false;
        }
        used[task.group.ordinal()] += task.ranNanos - ran;
        samplerTurns += task.group == Group.SAMPLER ? task.turns - turned : 0;
        long newly = task.waitedNanos - waited;
        if (task.waiter.isPresent() && newly >= REPORTED_NANOS && fromNanos != readNanos) {
            listener.onWait(task.waiter.get(), task.ranNanos - ran, newly, task.turns - turned, fromNanos, readNanos);
        }
        return true;
    }

    private boolean count(Task task) {
        boolean isRead = reader.read(task.file);
        if (isRead) {
            task.ranNanos = reader.number();
            task.waitedNanos = reader.number();
            task.turns = reader.number();
        }
        return isRead;
    }

    /** Negative where nobody counts. */
    private long machineTicks() {
        try (FileChannel file = FileChannel.open(proc.resolve("stat"), StandardOpenOption.READ)) {
            byte[] bytes = new byte[BUFFER_BYTES];
            int length = file.read(ByteBuffer.wrap(bytes));
            String[] fields =
                    new String(bytes, 0, Math.max(0, length), java.nio.charset.StandardCharsets.US_ASCII).split("\\s+");
            long ticks = 0;
            for (int field : TASKS) {
                ticks += Long.parseLong(fields[field]);
            }
            return ticks;
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return -1;
        }
    }

    @Override
    public void close() {
        tasks.values().forEach(task -> CountReader.close(task.file));
        tasks.clear();
    }

    private static final class Events implements Listener {
        private static final int CORES = AllowedCpus.atOnce(Runtime.getRuntime().availableProcessors(), Path.of("/"));

        @Override
        public void onWait(String thread, long ranNanos, long waitedNanos, long turns, long fromNanos, long toNanos) {
            PathWait.commit(thread, ranNanos, waitedNanos, turns, fromNanos, toNanos);
        }

        @Override
        public void onUse(long[] used, long samplerTurns, int agents, long machineNanos, long fromNanos, long toNanos) {
            CoreUse event = new CoreUse();
            event.startNanos = fromNanos;
            event.agents = agents;
            event.agentsNanos = used[Group.AGENT.ordinal()];
            event.samplerNanos = used[Group.SAMPLER.ordinal()];
            event.samplerTurns = samplerTurns;
            event.harnessNanos = used[Group.HARNESS.ordinal()];
            event.measuredNanos = used[Group.MEASURED.ordinal()];
            event.machineNanos = machineNanos;
            event.cores = CORES;
            event.endNanos = toNanos;
            event.commit();
        }
    }
}
