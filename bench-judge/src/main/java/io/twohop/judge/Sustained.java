package io.twohop.judge;

import io.twohop.account.Accounting;
import io.twohop.account.DurationText;
import io.twohop.account.Histograms;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.account.Lane;
import io.twohop.account.Ledger;
import io.twohop.account.Overload;
import io.twohop.account.UsualLatency;
import io.twohop.config.Texts;
import io.twohop.finding.Finding;
import io.twohop.finding.Rule;
import io.twohop.finding.Rules;
import io.twohop.result.Faults;
import io.twohop.result.Fork;
import io.twohop.workload.Probe;
import io.twohop.workload.Slo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Rules of whether a fork held the offered rate. */
final class Sustained {
    /** A backlog that never gets younger than this is no stall that was caught up with. */
    private static final long STANDING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Number of parts of the window; the first and the last show whether a backlog grew. */
    private static final int PARTS = 3;

    /** A backlog that grew explains at least a fourth of what the window left; a stall's backlog did not grow before it. */
    private static final int GROWN_PART = 4;

    private static final long LEAST_RISE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** A latency that is not longer than in warm-up by this factor shows no backlog of the window. */
    private static final double CLEARLY_LONGER = 1.5;

    private final Fork fork;
    private final Slo slo;
    private final Accounting accounting;
    private final Ledger ledger;
    private final List<Interval> measured;
    private final List<Interval> drained;
    private final List<Finding> reasons = new ArrayList<>();

    private Sustained(Fork fork, Slo slo) {
        this.fork = fork;
        this.slo = slo;
        this.accounting = fork.accounting().orElseThrow();
        this.ledger = accounting.window();
        this.measured = intervals(Phase.MEASURE);
        this.drained = intervals(Phase.DRAIN);
    }

    private List<Interval> intervals(Phase phase) {
        return fork.intervals().stream()
                .filter(interval -> interval.phase() == phase)
                .toList();
    }

    /**
     * Finds why the rate was not held; empty if it was.
     *
     * @param slo the share of the rate that counts as held
     * @param changes whether the rate is meant to change
     */
    static List<Finding> reasonsAgainst(Fork fork, Slo slo, boolean changes) {
        if (!fork.complete()) {
            return List.of();
        }
        if (fork.overload().isPresent()) {
            return overloaded(fork, fork.overload().get());
        }
        Sustained rules = new Sustained(fork, slo);
        if (changes) {
            rules.turn();
        }
        rules.undelivered();
        // A backlog that is built on purpose has to drain; that it grew meanwhile says nothing about the rate.
        fork.faults().ifPresent(faults -> rules.reasons.addAll(Backlogs.lasting(faults)));
        rules.lost();
        boolean closedLoop = fork.isClosedLoop();
        if (!closedLoop) {
            rules.standingBacklog();
            rules.growth();
        }
        return rules.reasons;
    }

    private static List<Finding> overloaded(Fork fork, Overload overload) {
        return List.of(
                Shortfall.achieved(fork.rates()),
                Rules.OVERLOADED.found(overload.processedPerSecond(), overload.seconds()));
    }

    private void turn() {
        GrowthOnset.of(measured)
                .ifPresent(turn -> add(Rules.TURNED, turn.perSecond(), turn.atSeconds(), turn.seconds(), turn.grown()));
    }

    private void add(Rule rule, Object... values) {
        reasons.add(rule.found(values));
    }

    private boolean underFaults() {
        return fork.hasFaults();
    }

    /** Finds messages that may or may not still arrive. */
    private void undelivered() {
        Rule rule = underFaults() ? Rules.UNDELIVERED_UNDER_FAULTS : Rules.UNDELIVERED;
        long undelivered = fork.faults().map(Faults::undelivered).orElseGet(accounting::undelivered);
        if (undelivered > 0) {
            add(rule, undelivered);
        }
    }

    /** Finds losses: a transport need not carry what it loses. */
    private void lost() {
        // What failed makes the run invalid by itself.
        long lost = ledger.lost();
        if (!underFaults() && lost > (1 - Verdicts.SUSTAINED) * ledger.due()) {
            add(Rules.LOST_SHARE, 100.0 * lost / ledger.due(), lost, ledger.due());
        }
    }

    /**
     * Finds a backlog from warm-up by its lowest age: the difference between the fastest measured message and the fastest of the whole
     * run. It is warm-up's if as many of warm-up's messages arrived in the window as the rate has in that time, or in the window.
     */
    private void standingBacklog() {
        long fastest = fastestNanos(fork.intervals());
        long fastestMeasured = fastestNanos(measured);
        if (fastestMeasured == Long.MAX_VALUE) {
            // Nothing but warm-up arrived in the window.
            fastestMeasured = fastestNanos(drained);
        }
        if (fastestMeasured == Long.MAX_VALUE) {
            return;
        }
        long standingNanos = fastestMeasured - fastest;
        double messages = fork.rates().duePerSecond() * standingNanos / TimeUnit.SECONDS.toNanos(1);
        double inWindow = Math.min(messages, ledger.expected());
        if (standingNanos > STANDING_NANOS && accounting.inherited() > inWindow / 2) {
            add(Rules.STANDING_BACKLOG, standingNanos / 1e6);
        }
    }

    private static long fastestNanos(List<Interval> intervals) {
        return intervals.stream().mapToLong(Sustained::fastestNanos).min().orElse(Long.MAX_VALUE);
    }

    private static long fastestNanos(Interval interval) {
        Histogram latencies = interval.histogram(Probe.END_TO_END);
        return latencies.getTotalCount() == 0 ? Long.MAX_VALUE : latencies.getMinValue();
    }

    /**
     * Finds a backlog that grows, by its lowest age in each second: the smallest latency among the second's arrivals. A stall that is
     * caught up with does not raise that age, a rate that is not held raises it steadily. After a backlog that was built on purpose,
     * only seconds past its drain count.
     */
    private void growth() {
        boolean built = fork.faults().map(Faults::stopConsumers).orElse(false);
        List<Interval> seconds = built ? drainedSeconds() : measured;
        if (built && seconds.size() < Growth.MIN_POINTS) {
            return;
        }
        double[] ages = seconds.stream()
                .mapToLong(Sustained::fastestNanos)
                .mapToDouble(nanos -> nanos == Long.MAX_VALUE ? Double.NaN : nanos)
                .toArray();
        double stepNanos = (double) nanos(seconds) / Math.max(1, ages.length);
        Growth growth = Growth.of(ages, stepNanos);
        if (!growth.grows() && beganBehind()) {
            growth = Growth.afterBacklog(ages, stepNanos);
        }
        boolean fewSeconds = ages.length < Growth.MIN_POINTS;
        long riseNanos = riseNanos(ages);
        boolean rose = riseNanos > behindNanos() / GROWN_PART;
        boolean grows =
                growth.grows() || fewSeconds && isShort() && rose && growth.perSecond() > 1 - Verdicts.SUSTAINED;
        boolean growsWithin = isShort() && Double.isNaN(growth.perSecond()) && medianFallsBehind();
        boolean grew = !underFaults() && Shortfall.isBelow(fork, slo) && rose && riseNanos > LEAST_RISE_NANOS;
        boolean isShortForAnotherReason = !underFaults() && !reasons.isEmpty() && Shortfall.isBelow(fork, slo);
        if (grows || growsWithin || grew || isShortForAnotherReason) {
            reasons.add(Shortfall.achieved(fork.rates()));
        }
        if (grows) {
            add(Rules.BACKLOG_GROWS, millis(growth.perSecond()));
        } else {
            if (grew) {
                add(Rules.BACKLOG_GREW, DurationText.of(riseNanos));
            }
            if (!built) {
                growingLane();
            }
        }
    }

    /** Returns the seconds after the last backlog that was built on purpose had drained; none if one remained. */
    private List<Interval> drainedSeconds() {
        Faults faults = fork.faults().orElseThrow();
        return Backlogs.drainedNanos(faults).stream()
                .boxed()
                .flatMap(from -> measured.stream().filter(second -> second.startNanos() >= from))
                .toList();
    }

    /** Returns the rise of the backlog's age from the window's first part to its last; 0 if either is unknown. */
    private static long riseNanos(double[] ages) {
        int part = Math.max(1, ages.length / PARTS);
        double rise = lowest(Arrays.copyOfRange(ages, ages.length - Math.min(part, ages.length), ages.length))
                - lowest(Arrays.copyOf(ages, Math.min(part, ages.length)));
        return Double.isNaN(rise) ? 0 : Math.round(rise);
    }

    private static double lowest(double[] ages) {
        return Arrays.stream(ages).filter(age -> !Double.isNaN(age)).min().orElse(Double.NaN);
    }

    private static String millis(double seconds) {
        return Texts.format(seconds < 0.01 ? "%.1f ms" : "%.0f ms", 1e3 * seconds);
    }

    /** Returns whether the window drained messages of warm-up: more than it left itself. */
    private boolean beganBehind() {
        return accounting.inherited() - ledger.arrivedLater() > (1 - Verdicts.SUSTAINED) * ledger.expected();
    }

    /** Returns whether more was in flight when the window ended than when it began. */
    private boolean isShort() {
        long steadilyInFlight = Math.min(accounting.inherited(), ledger.arrivedLater());
        return ledger.arrived() + steadilyInFlight < Verdicts.SUSTAINED * ledger.expected();
    }

    /**
     * Finds growth within a single second: a backlog that grows all the time makes the median message wait half as long as the last
     * one. A stall at the end leaves the median alone, and so does a latency that was no shorter in warm-up.
     */
    private boolean medianFallsBehind() {
        Histogram arrived = Histograms.newHistogram();
        measured.forEach(interval -> arrived.add(interval.histogram(Probe.END_TO_END)));
        return arrived.getTotalCount() > 0
                && arrived.getValueAtPercentile(50) - arrived.getMinValue() > behindNanos() / GROWN_PART
                && arrived.getMaxValue()
                        > CLEARLY_LONGER
                                * UsualLatency.ofWarmUp(fork.intervals()).nanos();
    }

    /** Returns the backlog at the window's end, as time at the offered rate. */
    private double behindNanos() {
        return (double) (ledger.arrivedLater() + ledger.undelivered())
                / Math.max(1, ledger.expected())
                * measuredNanos();
    }

    private long measuredNanos() {
        return nanos(measured);
    }

    private static long nanos(List<Interval> seconds) {
        return seconds.stream().mapToLong(Interval::lengthNanos).sum();
    }

    /** Finds the lane that falls behind most: one of many hardly shows in their sum. */
    private void growingLane() {
        List<Lane> lanes = accounting.lanes();
        if (lanes.size() > 1) {
            lanes.stream()
                    .filter(lane -> lane.growth() > 0)
                    .max(Comparator.comparingDouble(Lane::growth))
                    .ifPresent(lane -> add(Rules.LANE_GROWS, lane.number(), lane.senderName(), millis(lane.growth())));
        }
    }
}
