package io.twohop.judge;

import io.twohop.account.DurationText;
import io.twohop.account.Ledger;
import io.twohop.result.Costs;
import io.twohop.result.Costs.ThreadCost;
import io.twohop.result.Delays;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.workload.Probe;
import io.twohop.workload.Slo;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether the machine explains that too little of the rate was achieved: the messages would have arrived in time without its
 * stalls, or the run's threads would have carried the rate on the cores that other programs took.
 */
final class Starvation {
    private static final double PERCENT = 100;
    private static final double MEDIAN = 50;

    private Starvation() {}

    /** Returns how the machine explains the shortfall, and the remedy; empty if it does not explain it. */
    static Optional<String> cause(Fork fork, Slo slo) {
        return isLate(fork, slo) ? stalled(fork, slo).or(() -> starved(fork, slo)) : Optional.empty();
    }

    /**
     * Whether a growing backlog proves nothing. A thread that yields waits for a core between its polls as well, so that what
     * others took is evidence only where the recording doubts even the median.
     */
    static boolean excuses(Fork fork, Slo slo) {
        return isLate(fork, slo)
                && fork.trust() != null
                && (stalled(fork, slo).isPresent()
                        || doubtsMedian(fork) && starved(fork, slo).isPresent());
    }

    private static boolean isLate(Fork fork, Slo slo) {
        return fork.complete()
                && fork.faults() == null
                && fork.overload().isEmpty()
                && Shortfall.isBelow(fork, slo)
                && Shortfall.late(fork) > 1 - slo.leastAchieved();
    }

    private static boolean doubtsMedian(Fork fork) {
        LatencySummary endToEnd = fork.probes().get(Probe.END_TO_END);
        return endToEnd != null && endToEnd.count() > 0 && fork.trust().doubts(endToEnd, MEDIAN);
    }

    /**
     * The machine's stalls, if the backlog at the window's end is no older than they were long. At least half of what came
     * late has to be delayed by half of that: what comes late waits for the rest of a stall, which may be short.
     */
    private static Optional<String> stalled(Fork fork, Slo slo) {
        if (fork.trust() == null) {
            return Optional.empty();
        }
        Ledger window = fork.accounting().window();
        double late = Shortfall.late(fork);
        long allowedNanos = Shortfall.nanos(fork, 1 - slo.leastAchieved());
        long missingNanos = Shortfall.nanos(fork, late);
        Delays delays = fork.trust().delays();
        boolean explains = delays.longestNanos() >= missingNanos - allowedNanos
                && delays.above(missingNanos / 2) >= late * window.due() / 2
                // Short waits of a run's own threads for each other add up to much, and there is nothing to free.
                && (!delays.causeAbove(missingNanos / 2).startsWith(Delays.NO_CORE) || isBusyElsewhere(fork.costs()));
        return explains
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "it held messages up for as long as %s (%s); free it and repeat the run",
                        DurationText.of(delays.longestNanos()),
                        delays.causeAbove(missingNanos / 2)))
                : Optional.empty();
    }

    /** The thread that had the least of what it wanted of a core, if its share of what others took had been enough. */
    private static Optional<String> starved(Fork fork, Slo slo) {
        Costs costs = fork.costs();
        if (!isBusyElsewhere(costs)) {
            return Optional.empty();
        }
        double elsewhere = costs.elsewhereCores() * costs.seconds();
        double needed = slo.leastAchieved() * fork.rates().duePerSecond();
        return working(costs)
                .filter(thread -> thread.waitedSeconds() > thread.cpuSeconds())
                .max(Comparator.comparingDouble(thread -> thread.waitedSeconds() / thread.cpuSeconds()))
                .filter(thread -> fork.rates().processedPerSecond()
                                * (thread.cpuSeconds() + Math.min(elsewhere, thread.waitedSeconds()))
                        >= needed * thread.cpuSeconds())
                .map(thread -> String.format(
                        Locale.ROOT,
                        "everything else on it took %.2f cores, and %s had none for %.0f %% of the time; stop what else runs"
                                + " on it and repeat the run",
                        costs.elsewhereCores(),
                        thread.part(),
                        PERCENT * Math.min(1, thread.waitedSeconds() / thread.count() / costs.seconds())));
    }

    private static boolean isBusyElsewhere(Costs costs) {
        return costs != null && costs.elsewhereCores() > Costs.BUSY_ELSEWHERE;
    }

    /** The threads on the messages' path that wanted a core for more than half of the time. */
    private static Stream<ThreadCost> working(Costs costs) {
        return costs.processes().stream()
                .flatMap(process -> process.threads().stream())
                .filter(thread -> thread.carriesMessages()
                        && thread.cpuSeconds() > 0
                        && thread.cpuSeconds() + thread.waitedSeconds() > thread.count() * costs.seconds() / 2);
    }
}
