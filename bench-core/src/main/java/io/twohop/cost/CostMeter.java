package io.twohop.cost;

import io.twohop.account.ThreadParts;
import io.twohop.config.Nanos;
import io.twohop.result.Costs;
import io.twohop.result.Costs.ProcessCost;
import io.twohop.result.Costs.ThreadCost;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Reads what a run's processes have taken at the beginning and at the end, a few milliseconds each. The monitor only. */
public final class CostMeter {
    private static final String SERVICE = "service";
    private static final String SERVER = "server";
    private static final String ENDED = "ended";

    /** Linux shows 100 ticks a second to user space on every architecture that Java runs on. */
    private static final long NANOS_PER_TICK = TimeUnit.MILLISECONDS.toNanos(10);

    /**
     * CPU time above which a difference is certain: ended threads are counted in ticks, running threads up to their
     * last tick.
     */
    private static final long CERTAIN_NANOS = 3 * NANOS_PER_TICK;

    private final Path proc;
    private final ThreadParts parts;
    private final Supplier<Map<String, ProcessHandle>> others;
    private final LongSupplier messages;
    private final LongSupplier clock;
    private Optional<Reading> begin = Optional.empty();

    /** Readings of all processes, at nearly the same time. */
    private record Reading(
            long nanos, long messages, Map<String, ProcessReading> processes, Optional<MachineReading> machine) {}

    /**
     * Creates a meter of this process and others.
     *
     * @param measuring names of the threads that tasks run on
     * @param others other processes by name, asked at each reading
     * @param messages that have arrived so far
     */
    public CostMeter(List<String> measuring, Supplier<Map<String, ProcessHandle>> others, LongSupplier messages) {
        this(Path.of("/proc"), measuring, others, messages, System::nanoTime);
    }

    CostMeter(
            Path proc,
            List<String> measuring,
            Supplier<Map<String, ProcessHandle>> others,
            LongSupplier messages,
            LongSupplier clock) {
        this.proc = proc;
        this.parts = new ThreadParts(measuring);
        this.others = others;
        this.messages = messages;
        this.clock = clock;
    }

    public void begin() {
        begin = Optional.of(read());
    }

    /** Returns the costs since the begin; empty if it did not begin, or the system counts none. */
    public Optional<Costs> end() {
        return begin.filter(before -> !before.processes.isEmpty()).flatMap(before -> between(before, read()));
    }

    private Optional<Costs> between(Reading begin, Reading end) {
        List<ProcessCost> costs = new ArrayList<>();
        end.processes.forEach((name, after) -> Optional.ofNullable(begin.processes.get(name))
                // A process that was started again has another number.
                .filter(before -> before.pid() == after.pid())
                .ifPresent(before -> costs.add(cost(name, before, after))));
        if (costs.isEmpty()) {
            return Optional.empty();
        }
        Costs known = new Costs(
                (end.nanos - begin.nanos) / Nanos.PER_SECOND, end.messages - begin.messages, costs, null, null);
        Optional<MachineReading> machine =
                end.machine.flatMap(after -> begin.machine.map(before -> after.since(before)));
        return Optional.of(new Costs(
                known.seconds(),
                known.messages(),
                costs,
                machine.map(all ->
                                Math.max(0, all.busyTicks() * NANOS_PER_TICK / Nanos.PER_SECOND - known.cpuSeconds()))
                        .orElse(null),
                machine.flatMap(MachineReading::loopbackBytes).orElse(null)));
    }

    private Reading read() {
        Map<String, ProcessReading> processes = new LinkedHashMap<>();
        read(Costs.MEASURING, ProcessHandle.current(), processes);
        others.get().forEach((name, process) -> read(name, process, processes));
        return new Reading(clock.getAsLong(), messages.getAsLong(), processes, MachineReading.of(proc));
    }

    private void read(String name, ProcessHandle process, Map<String, ProcessReading> into) {
        ProcessReading.of(proc, process.pid()).ifPresent(reading -> into.put(name, reading));
    }

    private ProcessCost cost(String name, ProcessReading before, ProcessReading after) {
        UnaryOperator<String> part = name.equals(Costs.MEASURING) || name.equals(SERVICE) ? parts::of : any -> SERVER;
        Map<List<String>, Sum> sums = new HashMap<>();
        long ranNanos = 0;
        for (Map.Entry<String, ThreadReading> thread : after.threads().entrySet()) {
            ThreadReading took =
                    thread.getValue().since(before.threads().getOrDefault(thread.getKey(), ThreadReading.NOTHING));
            ranNanos += took.ranNanos();
            sums.computeIfAbsent(List.of(part.apply(took.name()), ThreadParts.kind(took.name())), key -> new Sum())
                    .add(took);
        }
        ThreadReading whole = after.whole().since(before.whole());
        long endedNanos = whole.ticks() * NANOS_PER_TICK - ranNanos;
        if (endedNanos > CERTAIN_NANOS) {
            Sum ended = new Sum();
            ended.ranNanos = endedNanos;
            sums.put(List.of(ENDED, "threads that ended"), ended);
        }
        List<ThreadCost> threads = new ArrayList<>();
        sums.forEach((key, sum) -> {
            if (sum.ranNanos > 0) {
                threads.add(sum.cost(key.get(0), key.get(1)));
            }
        });
        threads.sort(Comparator.comparingDouble(ThreadCost::cpuSeconds).reversed());
        return new ProcessCost(
                name,
                after.residentBytes().orElse(null),
                difference(before.readBytes(), after.readBytes()),
                difference(before.writtenBytes(), after.writtenBytes()),
                threads);
    }

    private static Long difference(Optional<Long> before, Optional<Long> after) {
        return before.flatMap(from -> after.map(to -> to - from)).orElse(null);
    }

    /** Sums of threads that share a name. */
    private static final class Sum {
        private int count;
        private long ticks;
        private long kernelTicks;
        private long ranNanos;
        private long waitedNanos;
        private long turns;

        void add(ThreadReading thread) {
            count++;
            ticks += thread.ticks();
            kernelTicks += thread.kernelTicks();
            ranNanos += thread.ranNanos();
            waitedNanos += thread.waitedNanos();
            turns += thread.turns();
        }

        /** Ticks say which part was the kernel's, and nanoseconds how long it was in all. */
        ThreadCost cost(String part, String name) {
            double ranSeconds = ranNanos / Nanos.PER_SECOND;
            return new ThreadCost(
                    part,
                    name,
                    count,
                    ranSeconds,
                    ticks == 0 ? 0 : ranSeconds * kernelTicks / ticks,
                    waitedNanos / Nanos.PER_SECOND,
                    turns);
        }
    }
}
