package io.twohop.registry;

import io.twohop.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

/** The CPUs that threads of this process may be pinned to, where Linux tells. */
final class AllowedCpus {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String LIST = "Cpus_allowed_list:";

    private AllowedCpus() {}

    /** Refuses others. */
    static void check(List<Integer> affinity) {
        if (affinity.isEmpty()) {
            return;
        }
        try {
            Files.readAllLines(STATUS).stream()
                    .filter(line -> line.startsWith(LIST))
                    .map(line -> line.substring(LIST.length()).strip())
                    .findFirst()
                    .ifPresent(list -> check(affinity, list));
        } catch (IOException e) {
            // Elsewhere the thread will say so.
        }
    }

    /** @param list as Linux writes it: {@code 0-3,8} */
    static void check(List<Integer> affinity, String list) {
        BitSet allowed = new BitSet();
        for (String range : list.split(",")) {
            String[] ends = range.split("-");
            allowed.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
        }
        for (int i = 0; i < affinity.size(); i++) {
            if (!allowed.get(affinity.get(i))) {
                throw ConfigException.invalid(
                        "affinity[" + i + "]", affinity.get(i), "one of the CPUs that this process may use: " + list);
            }
        }
    }
}
