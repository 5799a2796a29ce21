package io.twohop.doctor;

import static io.twohop.doctor.Amounts.count;
import static io.twohop.doctor.Amounts.time;

import io.twohop.result.ControlGroups.Throttling;
import java.util.ArrayList;
import java.util.List;

/** What threads that spin saw of the machine, and who had the CPU meanwhile as far as somebody counted it. */
final class StallChecks {
    static final String GROUP = "stalls";
    private static final double PERCENTILE = 99.9;

    /** One that is longer is what a scheduler or a hypervisor does, not an interrupt. */
    private static final long LONG_NANOS = 1_000_000;

    /** What has at least this part of the gaps is named for what to do about them. */
    private static final double MOST = 0.5;

    private StallChecks() {}

    /** @param everyCore whether no core was left free */
    static List<Check> of(Stalls stalls, boolean everyCore) {
        String name = stalls.threads() == 1 ? "1 thread" : stalls.threads() + " threads";
        long[] counts = stalls.counts();
        long p999 = stalls.waitNanos(PERCENTILE);
        List<Check> checks = new ArrayList<>();
        checks.add(Check.of(
                GROUP,
                name,
                "longest " + time(stalls.longestNanos()) + ", p99.9 "
                        + (p999 < GapRecord.LEAST_NANOS ? "under 1 us" : time(p999)) + " (in "
                        + time(stalls.watchedNanos()) + (everyCore ? ", every core" : "") + ")",
                Check.figures(
                        "threads",
                        stalls.threads(),
                        "watchedNanos",
                        stalls.watchedNanos(),
                        "longestNanos",
                        stalls.longestNanos(),
                        "p99.9Nanos",
                        p999),
                stalls.longestNanos() > LONG_NANOS,
                remedy(stalls, everyCore)));
        checks.add(Check.ok(
                GROUP,
                "gaps",
                count(counts[0]) + " over 10 us, " + count(counts[1]) + " over 100 us, " + count(counts[2])
                        + " over 1 ms",
                Check.figures(
                        "threads",
                        stalls.threads(),
                        "over10us",
                        counts[0],
                        "over100us",
                        counts[1],
                        "over1ms",
                        counts[2])));
        checks.add(owners(stalls));
        return checks;
    }

    private static Check owners(Stalls stalls) {
        List<String> known = new ArrayList<>();
        if (stalls.waitedNanos() != null) {
            known.add("run queue " + time(stalls.waitedNanos()));
        }
        if (stalls.stolenNanos() != null) {
            known.add("stolen " + time(stalls.stolenNanos()));
        }
        Throttling throttling = stalls.throttling();
        if (throttling != null) {
            known.add("throttled " + count(throttling.throttled()) + " times, " + time(throttling.nanos()));
        }
        return new Check(
                GROUP,
                "owners",
                known.isEmpty() ? Check.Mark.UNKNOWN : Check.Mark.OK,
                time(stalls.longNanos()) + " over 10 us: "
                        + (known.isEmpty() ? "nobody counts whose" : String.join(", ", known)),
                Check.figures(
                        "threads",
                        stalls.threads(),
                        "over10usNanos",
                        stalls.longNanos(),
                        "runQueueNanos",
                        stalls.waitedNanos(),
                        "longestRunQueueNanos",
                        stalls.waitedNanos() == null ? null : stalls.longestWaitedNanos(),
                        "stealNanos",
                        stalls.stolenNanos(),
                        "throttledPeriods",
                        throttling == null ? null : throttling.throttled(),
                        "throttledNanos",
                        throttling == null ? null : throttling.nanos()),
                null);
    }

    private static String remedy(Stalls stalls, boolean everyCore) {
        double most = MOST * stalls.longNanos();
        if (stalls.throttling() != null && stalls.throttling().nanos() > most) {
            return "the CPU quota stopped it: see cpu, quota";
        }
        if (stalls.stolenNanos() != null && stalls.stolenNanos() > most) {
            return "the hypervisor had the core: a dedicated host, or pinned vCPUs";
        }
        if (stalls.longestWaitedNanos() > MOST * stalls.longestNanos()) {
            return everyCore
                    ? "other threads had the core: leave one free (layout: auto does)"
                    : "other threads had the core: stop them, or isolate cores"
                            + "\n(isolcpus) and pin to them (affinity:); docs/TUNING.md";
        }
        return "nobody counted whose the longest is: interrupts, firmware, or a"
                + "\nhypervisor that does not say; docs/TUNING.md";
    }
}
