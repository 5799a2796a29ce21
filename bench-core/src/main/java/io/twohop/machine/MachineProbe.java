package io.twohop.machine;

import io.twohop.result.Machine;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what this process may use of its machine, from {@code /proc} and {@code /sys}. */
public final class MachineProbe {
    private static final Pattern MEMORY = Pattern.compile("(?m)^MemTotal: +(\\d+) kB$");
    private static final Pattern CHOSEN = Pattern.compile("\\[(\\w+)]");
    private static final long KILO = 1_024;

    private MachineProbe() {}

    public static Machine machine() {
        return of(Path.of("/"));
    }

    /** @param root directory with {@code proc} and {@code sys} */
    static Machine of(Path root) {
        ControlGroups groups = ControlGroups.of(root);
        return new Machine(
                ControlGroups.text(root.resolve("proc/meminfo"))
                        .map(MEMORY::matcher)
                        .filter(Matcher::find)
                        .map(found -> KILO * Long.parseLong(found.group(1)))
                        .orElse(null),
                groups.memoryLimitBytes().orElse(null),
                groups.cpuQuota().orElse(null),
                ControlGroups.text(root.resolve("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"))
                        .orElse(null),
                ControlGroups.text(root.resolve("sys/devices/system/cpu/smt/active"))
                        .map("1"::equals)
                        .orElse(null),
                ControlGroups.text(root.resolve("sys/kernel/mm/transparent_hugepage/enabled"))
                        .map(CHOSEN::matcher)
                        .filter(Matcher::find)
                        .map(found -> found.group(1))
                        .orElse(null));
    }
}
