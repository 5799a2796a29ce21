package io.twohop.judge;

import io.twohop.account.DurationText;
import io.twohop.account.Histograms;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.account.Lane;
import io.twohop.account.Ledger;
import io.twohop.account.Overload;
import io.twohop.account.UsualLatency;
import io.twohop.result.Fork;
import io.twohop.workload.Probe;
import io.twohop.workload.Slo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Whether a fork held the offered rate: each rule adds a reason why not. */
final class Sustained {
    /** A backlog that never got younger than this is not a stall that was caught up with. */
    private static final long STANDING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The window's first and last part, which show whether a backlog grew, are one of so many. */
    private static final int PARTS = 3;

    /** A backlog that grew explains at least this part of what the window left; what a stall left did not grow before. */
    private static final int GROWN_PART = 4;

    private static final long LEAST_RISE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** A latency that is not longer by this factor than it was in warm-up does not show a backlog of the window. */
    private static final double CLEARLY_LONGER = 1.5;

    private final Fork fork;
    private final Slo slo;
    private final Ledger ledger;
    private final List<Interval> measured;
    private final List<Interval> drained;
    private final List<String> reasons = new ArrayList<>();

    private Sustained(Fork fork, Slo slo) {
        this.fork = fork;
        this.slo = slo;
        this.ledger = fork.accounting().window();
        this.measured = intervals(Phase.MEASURE);
        this.drained = intervals(Phase.DRAIN);
    }

    private List<Interval> intervals(Phase phase) {
        return fork.intervals().stream()
                .filter(interval -> interval.phase() == phase)
                .toList();
    }

    /**
     * Why the rate was not held; empty if it was.
     *
     * @param slo with the share of the rate that counts as held
     * @param changes whether the rate is meant to change meanwhile
     */
    static List<String> reasonsAgainst(Fork fork, Slo slo, boolean changes) {
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
        rules.lost();
        boolean closedLoop = fork.throughput() != null;
        if (!closedLoop) {
            rules.standingBacklog();
            rules.growth();
        }
        return rules.reasons;
    }

    private static List<String> overloaded(Fork fork, Overload overload) {
        return List.of(
                Shortfall.achieved(fork.rates()),
                String.format(
                        Locale.ROOT,
                        "warm-up ended early, since the rate cannot be held: %,.0f messages/s were processed for %d s, a rate"
                                + " that did not rise",
                        overload.processedPerSecond(),
                        overload.seconds()));
    }

    private void turn() {
        Turn.of(measured)
                .ifPresent(turn -> add(
                        "the rate was held until it came to %,.0f/s, %.0f s into the window: from there on the backlog grew for %d s,"
                                + " by %s",
                        turn.perSecond(), turn.atSeconds(), turn.seconds(), turn.grown()));
    }

    private void add(String format, Object... values) {
        reasons.add(String.format(Locale.ROOT, format, values));
    }

    private boolean underFaults() {
        return fork.faults() != null;
    }

    /** Messages that may or may not come are no message that came. */
    private void undelivered() {
        if (underFaults()) {
            if (fork.faults().undelivered() > 0) {
                add(
                        "%,d messages had not arrived at the end, since messages did not flow again or a redelivery was still"
                                + " due; use a longer -Ddrain to see which are lost",
                        fork.faults().undelivered());
            }
        } else if (fork.accounting().undelivered() > 0) {
            add(
                    "%,d messages had not arrived when the drain limit cut them off: queued or lost",
                    fork.accounting().undelivered());
        }
    }

    /** Load that is lost need not be carried. */
    private void lost() {
        // What failed makes the run invalid by itself.
        long lost = ledger.lost();
        if (!underFaults() && lost > (1 - Verdicts.SUSTAINED) * ledger.due()) {
            add(
                    "%.1f %% of the messages were lost (%,d of %,d): a rate that is not carried is not held",
                    100.0 * lost / ledger.due(), lost, ledger.due());
        }
    }

    /**
     * What even the fastest measured message waited longer than the fastest of the whole run did: the age that the
     * backlog never fell below. It is warm-up's where as many of its messages arrived in the window as the rate has in that
     * time, or in the whole window.
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
        double inWindow = Math.min(messages, ledger.due());
        if (standingNanos > STANDING_NANOS && fork.accounting().inherited() > inWindow / 2) {
            add(
                    "a backlog from warm-up was never worked off: every measured message waited at least %,.0f ms",
                    standingNanos / 1e6);
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
     * The smallest latency among a second's arrivals is the age that the backlog never fell below in it: a stall that is
     * caught up with does not raise it, a rate that is not held raises it steadily.
     */
    private void growth() {
        double[] ages = measured.stream()
                .mapToLong(Sustained::fastestNanos)
                .mapToDouble(nanos -> nanos == Long.MAX_VALUE ? Double.NaN : nanos)
                .toArray();
        double stepNanos = (double) measuredNanos() / Math.max(1, ages.length);
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
            add("the backlog grows by %s each second", millis(growth.perSecond()));
        } else {
            if (grew) {
                add("the backlog grew by %s from the window's first part to its last", DurationText.of(riseNanos));
            }
            growingLane();
        }
    }

    /** Returns the rise of the backlog's age from the window's first part to its last; 0 where either is unknown. */
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
        return String.format(Locale.ROOT, seconds < 0.01 ? "%.1f ms" : "%.0f ms", 1e3 * seconds);
    }

    /** Whether the window worked off messages of warm-up: more than it left itself. */
    private boolean beganBehind() {
        return fork.accounting().inherited() - ledger.arrivedLater() > (1 - Verdicts.SUSTAINED) * ledger.due();
    }

    /** Whether more was on its way when the window ended than when it began. */
    private boolean isShort() {
        long steadilyInFlight = Math.min(fork.accounting().inherited(), ledger.arrivedLater());
        return ledger.arrived() + steadilyInFlight < Verdicts.SUSTAINED * ledger.due();
    }

    /**
     * Within a single second: a backlog that grows all the time makes the median of what arrives wait half as long as the
     * last, a stall at the end leaves it alone, and so does a latency that was no shorter in warm-up.
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

    /** What the window's end left, in time of the rate. */
    private double behindNanos() {
        return (double) (ledger.arrivedLater() + ledger.undelivered()) / Math.max(1, ledger.due()) * measuredNanos();
    }

    private long measuredNanos() {
        return measured.stream().mapToLong(Interval::lengthNanos).sum();
    }

    /** One lane of many hardly shows in what all of them deliver. */
    private void growingLane() {
        List<Lane> lanes = fork.accounting().lanes();
        if (lanes.size() > 1) {
            lanes.stream()
                    .filter(lane -> lane.growth() > 0)
                    .max(Comparator.comparingDouble(Lane::growth))
                    .ifPresent(lane -> add(
                            "on lane %d of %s the backlog grows by %s each second",
                            lane.number(), lane.senderName(), millis(lane.growth())));
        }
    }
}
