package io.twohop.registry;

import io.twohop.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

/**
 * The CPUs that threads of this process may be pinned to, where Linux tells: those that the scheduler gives it, and those that
 * are isolated from the scheduler, which only a pinned thread gets.
 */
public final class AllowedCpus {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String LIST = "Cpus_allowed_list:";
    private static final Path ISOLATED = Path.of("/sys/devices/system/cpu/isolated");

    private final String list;
    private final BitSet scheduled;
    private final BitSet isolated;

    /** Of lists as Linux writes them: {@code 0-3,8}, or nothing. */
    AllowedCpus(String scheduled, String isolated) {
        this.list = isolated.isEmpty() ? scheduled : scheduled + ", isolated " + isolated;
        this.scheduled = numbers(scheduled);
        this.isolated = numbers(isolated);
    }

    /** Those of this machine; none where it does not say. */
    public static AllowedCpus ofThisProcess() {
        try {
            String scheduled = Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(LIST))
                    .map(line -> line.substring(LIST.length()).strip())
                    .findFirst()
                    .orElse("");
            return new AllowedCpus(
                    scheduled,
                    Files.isReadable(ISOLATED) ? Files.readString(ISOLATED).strip() : "");
        } catch (IOException e) {
            return new AllowedCpus("", "");
        }
    }

    private static BitSet numbers(String list) {
        BitSet numbers = new BitSet();
        if (!list.isEmpty()) {
            for (String range : list.split(",")) {
                String[] ends = range.split("-");
                numbers.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
            }
        }
        return numbers;
    }

    /** Refuses others; where nothing is known, the thread will say so. */
    void check(List<Integer> affinity) {
        for (int i = 0; i < affinity.size() && !scheduled.isEmpty(); i++) {
            int cpu = affinity.get(i);
            if (!scheduled.get(cpu) && !isolated.get(cpu)) {
                throw ConfigException.invalid(
                        "affinity[" + i + "]", cpu, "one of the CPUs that this process may use: " + list);
            }
        }
    }

    /**
     * The cores that agents have.
     *
     * @param processors that the JVM counts: those of the scheduler
     * @param affinity of which isolated ones come on top
     */
    public int cores(int processors, List<Integer> affinity) {
        return processors
                + (int) affinity.stream()
                        .filter(cpu -> !scheduled.isEmpty() && !scheduled.get(cpu))
                        .count();
    }
}
