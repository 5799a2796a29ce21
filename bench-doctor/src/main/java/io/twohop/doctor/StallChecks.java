package io.twohop.doctor;

import static io.twohop.doctor.Amounts.count;
import static io.twohop.doctor.Amounts.time;

import io.twohop.finding.Severity;
import io.twohop.machine.ControlGroups.Throttling;
import java.util.ArrayList;
import java.util.List;

/** Checks of the stalls that spinning threads saw, and of who had the CPU meanwhile, as far as the kernel counts it. */
final class StallChecks {
    private static final double PERCENTILE = 99.9;

    /** A longer stall comes from a scheduler or a hypervisor, not from an interrupt. */
    private static final long LONG_NANOS = 1_000_000;

    /** The remedy is for the owner of at least this part of the gaps. */
    private static final double MOST = 0.5;

    private StallChecks() {}

    /** @param everyCore whether no core was left free */
    static List<Check> of(Stalls stalls, boolean everyCore) {
        long[] counts = stalls.counts();
        long p999 = stalls.waitNanos(PERCENTILE);
        return List.of(
                rule(stalls, everyCore)
                        .of(stalls.threads() == 1 ? "1 thread" : stalls.threads() + " threads")
                        .warnsIf(
                                stalls.longestNanos() > LONG_NANOS,
                                Check.figures(
                                        "threads",
                                        stalls.threads(),
                                        "watchedNanos",
                                        stalls.watchedNanos(),
                                        "longestNanos",
                                        stalls.longestNanos(),
                                        "p99.9Nanos",
                                        p999),
                                time(stalls.longestNanos()),
                                p999 < GapRecord.LEAST_NANOS ? "under 1 us" : time(p999),
                                time(stalls.watchedNanos()),
                                everyCore ? ", every core" : ""),
                CheckRules.GAPS.states(
                        Check.figures(
                                "threads",
                                stalls.threads(),
                                "over10us",
                                counts[0],
                                "over100us",
                                counts[1],
                                "over1ms",
                                counts[2]),
                        count(counts[0]),
                        count(counts[1]),
                        count(counts[2])),
                owners(stalls));
    }

    private static Check owners(Stalls stalls) {
        List<String> known = new ArrayList<>();
        stalls.waitedNanos().ifPresent(nanos -> known.add("run queue " + time(nanos)));
        stalls.stolenNanos().ifPresent(nanos -> known.add("stolen " + time(nanos)));
        stalls.throttling()
                .ifPresent(stopped ->
                        known.add("throttled " + count(stopped.throttled()) + " times, " + time(stopped.nanos())));
        return CheckRules.OWNERS.check(
                known.isEmpty() ? Severity.UNKNOWN : Severity.NOTE,
                Check.figures(
                        "threads",
                        stalls.threads(),
                        "over10usNanos",
                        stalls.longNanos(),
                        "runQueueNanos",
                        stalls.waitedNanos().orElse(null),
                        "longestRunQueueNanos",
                        stalls.waitedNanos()
                                .map(all -> stalls.longestWaitedNanos())
                                .orElse(null),
                        "stealNanos",
                        stalls.stolenNanos().orElse(null),
                        "throttledPeriods",
                        stalls.throttling().map(Throttling::throttled).orElse(null),
                        "throttledNanos",
                        stalls.throttling().map(Throttling::nanos).orElse(null)),
                time(stalls.longNanos()),
                known.isEmpty() ? "nobody counts whose" : String.join(", ", known));
    }

    private static CheckRule rule(Stalls stalls, boolean everyCore) {
        double most = MOST * stalls.longNanos();
        if (stalls.throttling().filter(stopped -> stopped.nanos() > most).isPresent()) {
            return CheckRules.STALLS_BY_QUOTA;
        }
        if (stalls.stolenNanos().filter(nanos -> nanos > most).isPresent()) {
            return CheckRules.STALLS_BY_HYPERVISOR;
        }
        if (stalls.longestWaitedNanos() > MOST * stalls.longestNanos()) {
            return everyCore ? CheckRules.STALLS_ON_EVERY_CORE : CheckRules.STALLS_BY_OTHERS;
        }
        return CheckRules.STALLS_UNEXPLAINED;
    }
}
