package io.twohop.doctor;

import static io.twohop.doctor.Amounts.gigabytes;

import io.twohop.result.ControlGroups;
import java.util.List;

/** What memory there is, and in pages of which size. */
final class MemoryChecks {
    private static final String GROUP = "memory";

    /** A JVM that measures, one that watches, and a broker. */
    private static final long LITTLE_BYTES = 2_000_000_000;

    private static final String HUGE = "sys/kernel/mm/transparent_hugepage/";

    private MemoryChecks() {}

    static List<Check> of(SystemFiles files) {
        return List.of(free(files), swap(files), transparent(files), explicit(files));
    }

    private static Check free(SystemFiles files) {
        Long available = files.memoryBytes("MemAvailable").orElse(null);
        Long total = files.memoryBytes("MemTotal").orElse(null);
        if (available == null || total == null) {
            return Check.unknown(GROUP, "free");
        }
        Long limit = ControlGroups.of(files.root()).memoryLimitBytes().orElse(null);
        return Check.of(
                GROUP,
                "free",
                gigabytes(available) + " of " + gigabytes(total)
                        + (limit == null ? "" : ", this container may use " + gigabytes(limit)),
                Check.figures("availableBytes", available, "totalBytes", total, "limitBytes", limit),
                Math.min(available, limit == null ? available : limit) < LITTLE_BYTES,
                "stop what else takes memory, or give the run less: -Djvm.heap=512m");
    }

    private static Check swap(SystemFiles files) {
        Long total = files.memoryBytes("SwapTotal").orElse(null);
        Long free = files.memoryBytes("SwapFree").orElse(null);
        if (total == null || free == null) {
            return Check.unknown(GROUP, "swap");
        }
        return Check.of(
                GROUP,
                "swap",
                total == 0 ? "none" : gigabytes(total - free) + " in use of " + gigabytes(total),
                Check.figures("swapUsedBytes", total - free, "swapTotalBytes", total),
                total > free,
                "a page that comes from disk stalls its thread: sudo swapoff -a");
    }

    private static Check transparent(SystemFiles files) {
        String enabled = files.chosen(HUGE + "enabled").orElse(null);
        if (enabled == null) {
            return Check.unknown(GROUP, "huge pages");
        }
        String defrag = files.chosen(HUGE + "defrag").orElse(null);
        String shared = files.chosen(HUGE + "shmem_enabled").orElse(null);
        return Check.of(
                GROUP,
                "huge pages",
                "transparent " + enabled + ", defrag " + defrag + ", shared " + shared,
                Check.figures("transparent", enabled, "defrag", defrag, "shared", shared),
                enabled.equals("always"),
                "first use of a page may clear 2 MiB or wait for them:" + "\necho madvise | sudo tee /" + HUGE
                        + "enabled");
    }

    private static Check explicit(SystemFiles files) {
        Long all = files.memoryCount("HugePages_Total").orElse(null);
        Long free = files.memoryCount("HugePages_Free").orElse(null);
        Long size = files.memoryBytes("Hugepagesize").orElse(null);
        if (all == null || free == null || size == null) {
            return Check.unknown(GROUP, "explicit");
        }
        return Check.ok(
                GROUP,
                "explicit",
                (all == 0 ? "no huge pages" : free + " free of " + all + ", " + (size >> 20) + " MiB each"),
                Check.figures("explicitPages", all, "explicitFree", free, "explicitPageBytes", size));
    }
}
