package io.twohop.doctor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A machine of four cores without a fault, until a test gives it one. */
final class FakeMachine {
    private static final String CPU = "sys/devices/system/cpu/";

    private final Path root;

    FakeMachine(Path root) {
        this.root = root;
        put("proc/cpuinfo", "processor\t: 0\nmodel name\t: Test CPU 9000\n");
        put("proc/self/status", "Name:\tjava\nCpus_allowed_list:\t0-3\n");
        put("proc/self/cgroup", "0::/pod\n");
        put("proc/loadavg", "0.10 0.20 0.30 1/200 4711\n");
        put("proc/stat", "cpu  0 0 0 0 0 0 0 7 0 0\n");
        memory("MemAvailable", "20000000 kB");
        put(CPU + "online", "0-3\n");
        put(CPU + "isolated", "\n");
        for (int cpu = 0; cpu < 4; cpu++) {
            put(CPU + "cpu" + cpu + "/topology/thread_siblings_list", cpu + "\n");
            put(CPU + "cpu" + cpu + "/cpufreq/scaling_governor", "performance\n");
        }
        put("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
        put("sys/devices/system/clocksource/clocksource0/available_clocksource", "tsc hpet\n");
        put("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
        put("sys/kernel/mm/transparent_hugepage/defrag", "always defer defer+madvise [madvise] never\n");
        put("sys/kernel/mm/transparent_hugepage/shmem_enabled", "always within_size advise [never] deny force\n");
    }

    SystemFiles files() {
        return new SystemFiles(root);
    }

    /** With one line of its memory as given. */
    void memory(String name, String value) {
        String text = "MemTotal:       24000000 kB\nMemAvailable:   20000000 kB\nSwapTotal:       1000000 kB\n"
                + "SwapFree:        1000000 kB\nHugePages_Total:       0\nHugePages_Free:        0\n"
                + "Hugepagesize:       2048 kB\n";
        put("proc/meminfo", text.replaceFirst("(?m)^" + name + ": +.*$", name + ":  " + value));
    }

    void cpu(String file, String text) {
        put(CPU + file, text);
    }

    void put(String file, String text) {
        try {
            Path path = root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
