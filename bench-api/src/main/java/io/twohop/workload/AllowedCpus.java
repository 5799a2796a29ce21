package io.twohop.workload;

import io.twohop.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/** The CPUs that threads of this process may be pinned to, read from Linux. */
public final class AllowedCpus {
    private static final String STATUS = "proc/self/status";
    private static final String LIST = "Cpus_allowed_list:";
    private static final String ISOLATED = "sys/devices/system/cpu/isolated";

    private AllowedCpus() {}

    /**
     * Refuses CPU numbers that threads of this process cannot be pinned to.
     *
     * @throws ConfigException under the name {@code affinity}
     */
    public static void check(List<Integer> affinity) {
        check(affinity, Path.of("/"), System.getProperty("os.name"));
    }

    static void check(List<Integer> affinity, Path root, String system) {
        BitSet allowed = withIsolated(root);
        if (allowed.isEmpty()) {
            // The library that pins would do nothing there, without a word. Other systems refuse when a thread is
            // pinned.
            if (!affinity.isEmpty() && system.startsWith("Mac")) {
                throw ConfigException.invalid(
                        "affinity", affinity, "none, since " + system + " cannot pin a thread to a CPU; Linux can");
            }
            return;
        }
        for (int i = 0; i < affinity.size(); i++) {
            if (!allowed.get(affinity.get(i))) {
                throw ConfigException.invalid(
                        "affinity[" + i + "]",
                        affinity.get(i),
                        "one of the CPUs that this process may use: " + text(allowed));
            }
        }
    }

    /**
     * Returns the CPUs that the scheduler may run this process on; empty if the system does not say.
     *
     * @param root directory of {@code proc} and {@code sys}
     */
    public static BitSet of(Path root) {
        try {
            return Files.readAllLines(root.resolve(STATUS)).stream()
                    .filter(line -> line.startsWith(LIST))
                    .map(line -> parse(line.substring(LIST.length())))
                    .findFirst()
                    .orElseGet(BitSet::new);
        } catch (IOException e) {
            return new BitSet();
        }
    }

    /**
     * Returns the number of cores for tasks: the scheduler's, and the isolated ones that {@code affinity} names.
     *
     * @param processors number of processors that the JVM counts
     * @param root directory of {@code proc} and {@code sys}
     */
    public static int cores(int processors, List<Integer> affinity, Path root) {
        BitSet scheduled = of(root);
        return processors
                + (int) affinity.stream()
                        .filter(cpu -> !scheduled.isEmpty() && !scheduled.get(cpu))
                        .count();
    }

    /**
     * Returns the number of CPUs that threads of this process can use at once, a quota aside: the scheduler's, and the isolated
     * ones, which a thread may be pinned to.
     *
     * @param processors number that the JVM counts, used if the system does not say
     * @param root directory of {@code proc} and {@code sys}
     */
    public static int atOnce(int processors, Path root) {
        BitSet all = withIsolated(root);
        return all.isEmpty() ? processors : all.cardinality();
    }

    /** Returns the scheduler's and the isolated CPUs; empty if the system does not say. */
    private static BitSet withIsolated(Path root) {
        BitSet all = of(root);
        if (!all.isEmpty()) {
            // The scheduler starts nothing there, so that they are in no process's list: pinning is the only way to
            // them.
            all.or(isolated(root));
        }
        return all;
    }

    private static BitSet isolated(Path root) {
        try {
            return parse(Files.readString(root.resolve(ISOLATED)));
        } catch (IOException e) {
            return new BitSet();
        }
    }

    /**
     * Reads a list of CPUs.
     *
     * @param list as Linux writes it: {@code 0-3,8}; nothing, or {@code (null)}, for none
     */
    public static BitSet parse(String list) {
        BitSet cpus = new BitSet();
        String text = list.strip();
        if (text.isEmpty() || text.startsWith("(")) {
            return cpus;
        }
        for (String range : text.split(",")) {
            String[] ends = range.split("-");
            cpus.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
        }
        return cpus;
    }

    /** Returns a list as Linux writes it. */
    public static String text(BitSet cpus) {
        return cpus.stream()
                .filter(cpu -> cpu == 0 || !cpus.get(cpu - 1))
                .mapToObj(cpu -> {
                    int last = cpus.nextClearBit(cpu) - 1;
                    return last == cpu ? "" + cpu : cpu + "-" + last;
                })
                .collect(Collectors.joining(","));
    }
}
