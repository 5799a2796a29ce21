package io.twohop.judge;

import io.twohop.measure.Interval;
import io.twohop.measure.Interval.Phase;
import io.twohop.measure.Lane;
import io.twohop.measure.Ledger;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Whether a fork held the offered rate: each rule adds a reason why not. */
final class Sustained {
    /** A backlog that never got younger than this is not a stall that was caught up with. */
    private static final long STANDING_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** A stall at the end of the window may last so long and be no more than latency, or this part of a shorter window. */
    private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final int STALL_PART = 10;

    private final Fork fork;
    private final Ledger ledger;
    private final List<Interval> measured;
    private final List<Interval> drained;
    private final List<String> reasons = new ArrayList<>();

    private Sustained(Fork fork) {
        this.fork = fork;
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
     * @param changes whether the rate is meant to change meanwhile
     */
    static List<String> reasonsAgainst(Fork fork, boolean changes) {
        if (!fork.complete()) {
            return List.of();
        }
        Sustained rules = new Sustained(fork);
        if (changes) {
            rules.turn();
        }
        rules.undelivered();
        rules.lost();
        boolean closedLoop = fork.throughput() != null;
        if (!closedLoop) {
            rules.standingBacklog();
            rules.growth();
            rules.standstill();
        }
        return rules.reasons;
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
                        "messages did not flow again before the end, and %d had not arrived; measure longer to see which"
                                + " are lost",
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

    private void shortfall() {
        add(
                "%.1f %% of the offered rate achieved (%,.0f of %,.0f messages/s)",
                100 * fork.rates().share(),
                fork.rates().achievedPerSecond(),
                fork.rates().duePerSecond());
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
        boolean grows = growth.grows() || fewSeconds && isShort() && growth.perSecond() > 1 - Verdicts.SUSTAINED;
        boolean growsWithin = isShort() && Double.isNaN(growth.perSecond()) && medianFallsBehind();
        if (grows || growsWithin || !underFaults() && endsBehind()) {
            shortfall();
        }
        if (grows) {
            add("the backlog grows by %s each second", millis(growth.perSecond()));
        } else {
            growingLane();
        }
    }

    /**
     * Where less than half as much arrived in the window as was due in it, nobody has seen the rate held: nothing may have
     * been sent, or the messages take longer than was measured.
     */
    private void standstill() {
        long arrived = ledger.arrived() + fork.accounting().inherited();
        if (reasons.isEmpty() && !underFaults() && arrived < ledger.due() / 2) {
            shortfall();
            add(
                    "%,d messages arrived in the window, and %,d were due in it; measure and warm up for longer than a"
                            + " message takes",
                    arrived, ledger.due());
        }
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

    /** Whether so much was on its way when the window ended that it is neither a stall nor what the way takes. */
    private boolean endsBehind() {
        return behindNanos() - medianNanos() > Math.min(STALL_NANOS, measuredNanos() / STALL_PART);
    }

    /**
     * Within a single second: a backlog that grows all the time makes the median message wait half as long as the last,
     * a stall at the end leaves it alone.
     */
    private boolean medianFallsBehind() {
        long fastest =
                measured.stream().mapToLong(Sustained::fastestNanos).min().orElse(0);
        return medianNanos() - fastest > behindNanos() / 4;
    }

    /** What the window's end left, in time of the rate. */
    private double behindNanos() {
        return (double) (ledger.arrivedLater() + ledger.undelivered()) / Math.max(1, ledger.due()) * measuredNanos();
    }

    private long medianNanos() {
        LatencySummary endToEnd = fork.probes().get(Probe.END_TO_END);
        return endToEnd == null || endToEnd.count() == 0
                ? 0
                : endToEnd.percentile(50).toNanos();
    }

    private long measuredNanos() {
        return measured.stream()
                .mapToLong(interval -> interval.endNanos() - interval.startNanos())
                .sum();
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
