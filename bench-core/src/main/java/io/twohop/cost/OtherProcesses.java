package io.twohop.cost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** The CPU use of all other processes between two readings, some milliseconds each. One thread. */
public final class OtherProcesses {
    private static final double NANOS_PER_TICK = TimeUnit.MILLISECONDS.toNanos(10);

    private final Path proc;
    private final long own;
    private final LongSupplier clock;
    private Reading begin;

    private record Reading(long nanos, Optional<MachineReading> machine, Map<Long, ThreadReading> processes) {}

    /**
     * Since the first reading.
     *
     * @param cores that all others kept busy, those of other containers included; empty where nobody counts
     * @param processes that this one can see and that ran, the busiest first
     */
    public record Busy(Optional<Double> cores, List<Other> processes) {}

    /**
     * Another process.
     *
     * @param name as far as Linux keeps it
     */
    public record Other(long pid, String name, double cores) {}

    /**
     * Counts all processes but one.
     *
     * @param own number of the process that does not count
     */
    public OtherProcesses(Path proc, long own, LongSupplier clock) {
        this.proc = proc;
        this.own = own;
        this.clock = clock;
    }

    public void begin() {
        begin = read();
    }

    public Busy end() {
        Reading end = read();
        double ticks = Math.max(1, (end.nanos - begin.nanos) / NANOS_PER_TICK);
        List<Other> others = new ArrayList<>();
        double ownCores = 0;
        for (Map.Entry<Long, ThreadReading> process : end.processes.entrySet()) {
            ThreadReading since =
                    process.getValue().since(begin.processes.getOrDefault(process.getKey(), ThreadReading.NOTHING));
            if (process.getKey() == own) {
                ownCores = since.ticks() / ticks;
            } else if (begin.processes.containsKey(process.getKey()) && since.ticks() > 0) {
                others.add(new Other(process.getKey(), since.name(), since.ticks() / ticks));
            }
        }
        others.sort(Comparator.comparingDouble(Other::cores).reversed());
        double mine = ownCores;
        return new Busy(
                end.machine
                        .flatMap(after -> begin.machine.map(before -> after.since(before)))
                        .map(all -> Math.max(0, all.busyTicks() / ticks - mine)),
                others);
    }

    private Reading read() {
        Map<Long, ThreadReading> processes = new HashMap<>();
        try (Stream<Path> all = Files.list(proc)) {
            all.filter(path -> path.getFileName().toString().matches("\\d+"))
                    .forEach(path -> ThreadReading.of(path)
                            .ifPresent(reading -> processes.put(
                                    Long.valueOf(path.getFileName().toString()), reading)));
        } catch (IOException e) {
            // There is none.
        }
        return new Reading(clock.getAsLong(), MachineReading.of(proc), processes);
    }
}
