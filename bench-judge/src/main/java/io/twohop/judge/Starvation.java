package io.twohop.judge;

import io.twohop.account.DurationText;
import io.twohop.account.Ledger;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.result.Costs;
import io.twohop.result.Costs.ThreadCost;
import io.twohop.result.Delays;
import io.twohop.result.Fork;
import io.twohop.result.Trust;
import io.twohop.workload.Probe;
import io.twohop.workload.Slo;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Evidence that the machine explains why too little of the rate was achieved: the messages would have arrived in time without its
 * stalls, or the run's threads would have carried the rate on the cores that other programs took.
 */
final class Starvation {
    private static final double PERCENT = 100;
    private static final double MEDIAN = 50;

    private Starvation() {}

    /** Finds how the machine explains the shortfall; empty if it does not. */
    static Optional<Finding> cause(Fork fork, Slo slo) {
        return isLate(fork, slo) ? stalled(fork, slo).or(() -> starved(fork, slo)) : Optional.empty();
    }

    /**
     * Returns whether a growing backlog proves nothing. A thread that yields also waits for a core between its polls, so cores taken
     * by other programs are evidence only if the recording doubts even the median.
     */
    static boolean excuses(Fork fork, Slo slo) {
        return isLate(fork, slo)
                && fork.trust()
                        .filter(trust -> stalled(fork, slo, trust.delays()).isPresent()
                                || doubtsMedian(fork, trust)
                                        && starved(fork, slo).isPresent())
                        .isPresent();
    }

    private static boolean isLate(Fork fork, Slo slo) {
        return fork.complete()
                && !fork.hasFaults()
                && fork.overload().isEmpty()
                && Shortfall.isBelow(fork, slo)
                && Shortfall.late(fork) > 1 - slo.leastAchieved();
    }

    private static boolean doubtsMedian(Fork fork, Trust trust) {
        return Known.latency(fork, Probe.END_TO_END)
                .filter(endToEnd -> trust.doubts(endToEnd, MEDIAN))
                .isPresent();
    }

    /**
     * Finds stalls of the machine that are as long as the backlog at the window's end is old. At least half of the late messages have
     * to be delayed by half of that: a late message waits for the rest of a stall, which may be short.
     */
    private static Optional<Finding> stalled(Fork fork, Slo slo) {
        return fork.trust().map(Trust::delays).flatMap(delays -> stalled(fork, slo, delays));
    }

    private static Optional<Finding> stalled(Fork fork, Slo slo, Delays delays) {
        Ledger window = fork.accounting().orElseThrow().window();
        double late = Shortfall.late(fork);
        long allowedNanos = Shortfall.nanos(fork, 1 - slo.leastAchieved());
        long missingNanos = Shortfall.nanos(fork, late);
        boolean explains = delays.longestNanos() >= missingNanos - allowedNanos
                && delays.above(missingNanos / 2) >= late * window.expected() / 2
                // Short waits of a run's own threads for each other add up to much, and there is nothing to free.
                && (!delays.causeAbove(missingNanos / 2).startsWith(Delays.NO_CORE)
                        || Known.busyElsewhere(fork).isPresent());
        return explains
                ? Optional.of(Rules.MACHINE_STALLED.found(
                        Shortfall.achieved(fork.rates()).text(),
                        slo.leastAchievedText(),
                        DurationText.of(delays.longestNanos()),
                        delays.causeAbove(missingNanos / 2)))
                : Optional.empty();
    }

    /** Finds the thread that got the least of the core that it wanted, if its share of what other programs took would have sufficed. */
    private static Optional<Finding> starved(Fork fork, Slo slo) {
        return Known.busyElsewhere(fork).flatMap(costs -> starved(fork, slo, costs));
    }

    private static Optional<Finding> starved(Fork fork, Slo slo, Costs costs) {
        double elsewhere = costs.elsewhereCores() * costs.seconds();
        double needed = slo.leastAchieved() * fork.rates().duePerSecond();
        return working(costs)
                .filter(thread -> thread.waitedSeconds() > thread.cpuSeconds())
                .max(Comparator.comparingDouble(thread -> thread.waitedSeconds() / thread.cpuSeconds()))
                .filter(thread -> fork.rates().processedPerSecond()
                                * (thread.cpuSeconds() + Math.min(elsewhere, thread.waitedSeconds()))
                        >= needed * thread.cpuSeconds())
                .map(thread -> Rules.MACHINE_TAKEN.found(
                        Shortfall.achieved(fork.rates()).text(),
                        slo.leastAchievedText(),
                        costs.elsewhereCores(),
                        thread.part(),
                        PERCENT * Math.min(1, thread.waitedSeconds() / thread.count() / costs.seconds())));
    }

    /** Returns the threads on the messages' path that wanted a core for more than half of the time. */
    private static Stream<ThreadCost> working(Costs costs) {
        return costs.processes().stream()
                .flatMap(process -> process.threads().stream())
                .filter(thread -> thread.carriesMessages()
                        && thread.cpuSeconds() > 0
                        && thread.cpuSeconds() + thread.waitedSeconds() > thread.count() * costs.seconds() / 2);
    }
}
