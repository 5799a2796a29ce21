package io.twohop.result;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
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
    private static final long KILO = 1_024;

    /** The machine of this process. */
    public static Machine ofThisProcess() {
        return of(Path.of("/"));
    }

    /** @param root where {@code proc} and {@code sys} are */
    static Machine of(Path root) {
        ControlGroups groups = ControlGroups.of(root);
        return new Machine(
                text(root.resolve("proc/meminfo"))
                        .map(MEMORY::matcher)
                        .filter(Matcher::find)
                        .map(found -> KILO * Long.parseLong(found.group(1)))
                        .orElse(null),
                groups.memoryLimitBytes().orElse(null),
                groups.cpuQuota().orElse(null),
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

    /** What there is for this process and all that it starts; null where that is not known. */
    public Long roomBytes() {
        return memoryLimitBytes == null || memoryBytes != null && memoryBytes < memoryLimitBytes
                ? memoryBytes
                : memoryLimitBytes;
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file).strip());
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
