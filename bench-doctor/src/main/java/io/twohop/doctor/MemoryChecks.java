package io.twohop.doctor;

import static io.twohop.doctor.Amounts.gigabytes;

import io.twohop.machine.ControlGroups;
import java.util.List;
import java.util.Optional;

/** Checks of free memory, swap and page sizes. */
final class MemoryChecks {
    /** Enough for the measuring JVM, its parent and a broker. */
    private static final long LITTLE_BYTES = 2_000_000_000;

    private static final String HUGE = "sys/kernel/mm/transparent_hugepage/";

    private MemoryChecks() {}

    static List<Check> of(SystemFiles files) {
        return List.of(free(files), swap(files), transparent(files), explicit(files));
    }

    private static Check free(SystemFiles files) {
        return files.memoryBytes("MemAvailable")
                .flatMap(available -> files.memoryBytes("MemTotal").map(total -> free(files, available, total)))
                .orElseGet(CheckRules.MEMORY_FREE::unknown);
    }

    private static Check free(SystemFiles files, long available, long total) {
        Optional<Long> limit = ControlGroups.of(files.root()).memoryLimitBytes();
        return CheckRules.MEMORY_FREE.warnsIf(
                Math.min(available, limit.orElse(available)) < LITTLE_BYTES,
                Check.figures("availableBytes", available, "totalBytes", total, "limitBytes", limit.orElse(null)),
                gigabytes(available),
                gigabytes(total),
                limit.map(bytes -> ", this container may use " + gigabytes(bytes))
                        .orElse(""));
    }

    /** Returns the memory that this process may still take; 0 if the machine does not say. */
    static long usableBytes(SystemFiles files) {
        long available = files.memoryBytes("MemAvailable").orElse(0L);
        return Math.min(
                available, ControlGroups.of(files.root()).memoryLeftBytes().orElse(available));
    }

    private static Check swap(SystemFiles files) {
        return files.memoryBytes("SwapTotal")
                .flatMap(total -> files.memoryBytes("SwapFree").map(free -> swap(total, total - free)))
                .orElseGet(CheckRules.SWAP::unknown);
    }

    private static Check swap(long total, long used) {
        return CheckRules.SWAP.warnsIf(
                used > 0,
                Check.figures("swapUsedBytes", used, "swapTotalBytes", total),
                total == 0 ? "none" : gigabytes(used) + " in use of " + gigabytes(total));
    }

    private static Check transparent(SystemFiles files) {
        String defrag = files.chosen(HUGE + "defrag").orElse(null);
        String shared = files.chosen(HUGE + "shmem_enabled").orElse(null);
        return files.chosen(HUGE + "enabled")
                .map(enabled -> CheckRules.HUGE_PAGES.warnsIf(
                        enabled.equals("always"),
                        Check.figures("transparent", enabled, "defrag", defrag, "shared", shared),
                        enabled,
                        defrag,
                        shared))
                .orElseGet(CheckRules.HUGE_PAGES::unknown);
    }

    private static Check explicit(SystemFiles files) {
        return files.memoryCount("HugePages_Total")
                .flatMap(all -> files.memoryCount("HugePages_Free")
                        .flatMap(free -> files.memoryBytes("Hugepagesize").map(size -> explicit(all, free, size))))
                .orElseGet(CheckRules.EXPLICIT_PAGES::unknown);
    }

    private static Check explicit(long all, long free, long size) {
        return CheckRules.EXPLICIT_PAGES.states(
                Check.figures("explicitPages", all, "explicitFree", free, "explicitPageBytes", size),
                all == 0 ? "no huge pages" : free + " free of " + all + ", " + (size >> 20) + " MiB each");
    }
}
