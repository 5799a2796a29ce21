package io.twohop.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a process may use of its machine, and how that is set up. What the system does not say is null.
 *
 * @param memoryBytes of the machine
 * @param memoryLimitBytes of the container or control group; null where there is none
 * @param cpuQuota cores' worth of time that the container or control group gets; null where there is no limit
 * @param governor of the clock frequency, such as {@code performance}
 * @param smt whether cores run two threads at a time
 * @param hugePages when memory is given in huge pages: {@code always}, {@code madvise} or {@code never}
 */
public record Machine(
        Long memoryBytes, Long memoryLimitBytes, Double cpuQuota, String governor, Boolean smt, String hugePages) {
    private static final Pattern MEMORY = Pattern.compile("(?m)^MemTotal: +(\\d+) kB$");
    private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)]");
    private static final Pattern QUOTA = Pattern.compile("(\\d+)\\s+(\\d+)");
    private static final long KILO = 1_024;

    /** A limit that is more than any machine has is none. */
    private static final double MOST_BYTES = 1L << 60;

    /** The machine of this process. */
    static Machine ofThisProcess() {
        return of(Path.of("/"));
    }

    /** @param root where {@code proc} and {@code sys} are */
    static Machine of(Path root) {
        List<Path> groups = groups(root);
        return new Machine(
                text(root.resolve("proc/meminfo"))
                        .map(MEMORY::matcher)
                        .filter(Matcher::find)
                        .map(found -> KILO * Long.parseLong(found.group(1)))
                        .orElse(null),
                least(groups, Machine::memoryLimit)
                        .filter(bytes -> bytes < MOST_BYTES)
                        .map(Double::longValue)
                        .orElse(null),
                least(groups, Machine::cpuQuota).orElse(null),
                text(root.resolve("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"))
                        .orElse(null),
                text(root.resolve("sys/devices/system/cpu/smt/active"))
                        .map("1"::equals)
                        .orElse(null),
                text(root.resolve("sys/kernel/mm/transparent_hugepage/enabled"))
                        .map(CHOSEN::matcher)
                        .filter(Matcher::find)
                        .map(found -> found.group(1))
                        .orElse(null));
    }

    /** The directories of this process's control groups, of either version, and of all that hold them: each may limit it. */
    private static List<Path> groups(Path root) {
        List<Path> groups = new ArrayList<>();
        Path all = root.resolve("sys/fs/cgroup");
        for (String line : text(root.resolve("proc/self/cgroup")).orElse("").split("\n")) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3) {
                // Version 1 has a hierarchy for each kind of resource.
                Path top = parts[1].isEmpty() ? all : all.resolve(parts[1]);
                Path group = top.resolve(parts[2].replaceFirst("^/+", "")).normalize();
                for (; group.startsWith(top); group = group.getParent()) {
                    groups.add(group);
                }
            }
        }
        return groups;
    }

    private static Optional<Double> least(List<Path> groups, ToDoubleFunction<Path> limit) {
        return groups.stream()
                .map(limit::applyAsDouble)
                .filter(value -> value > 0)
                .min(Double::compare);
    }

    /** 0 where there is none. */
    private static double memoryLimit(Path group) {
        return text(group.resolve("memory.max"))
                .or(() -> text(group.resolve("memory.limit_in_bytes")))
                .filter(text -> text.matches("\\d{1,19}"))
                .map(Double::parseDouble)
                .orElse(0.0);
    }

    /** 0 where there is none. */
    private static double cpuQuota(Path group) {
        return text(group.resolve("cpu.max"))
                .or(() -> text(group.resolve("cpu.cfs_quota_us"))
                        .flatMap(quota ->
                                text(group.resolve("cpu.cfs_period_us")).map(period -> quota + " " + period)))
                .map(QUOTA::matcher)
                .filter(Matcher::matches)
                .map(found -> Double.parseDouble(found.group(1)) / Double.parseDouble(found.group(2)))
                .orElse(0.0);
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
