package io.twohop.result;

import io.twohop.measure.Accounting;
import io.twohop.measure.Interval;
import io.twohop.measure.Interval.Phase;
import io.twohop.measure.Probe;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Incident;
import io.twohop.workload.Slo;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Judges forks. Every rule here is one of the principles in docs/METHODOLOGY.md. */
public final class Verdicts {
    /** Fewer end-to-end samples than this support no statement at all. */
    static final int MIN_SAMPLES = 100;

    /** The share of the offered rate that counts as holding it. */
    public static final double SUSTAINED = 0.999;

    /** A backlog that never got younger than this is not a stall that was caught up with. */
    private static final long STANDING_NANOS = 100_000_000;

    private Verdicts() {}

    /** The verdict on all forks of a cell: the worst of theirs. */
    public static Verdict judge(List<Fork> forks, Slo slo) {
        List<String> invalid = new ArrayList<>();
        List<String> saturated = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        List<String> missed = new ArrayList<>();
        for (Fork fork : forks) {
            String prefix = forks.size() == 1 ? "" : "fork " + fork.number() + ": ";
            List<String> saturation = saturation(fork);
            saturation.forEach(reason -> saturated.add(prefix + reason));
            invalidity(fork).forEach(reason -> invalid.add(prefix + reason));
            // A queue that never let a measured message through explains why there are no samples.
            if (saturation.isEmpty()) {
                sampleShortage(fork).forEach(reason -> invalid.add(prefix + reason));
            }
            if (fork.faults() != null) {
                brokenClaims(fork).forEach(reason -> broken.add(prefix + reason));
            }
            if (saturation.isEmpty() && fork.complete()) {
                Objectives.unknown(fork, slo).forEach(reason -> invalid.add(prefix + reason));
                Objectives.missed(fork, slo).forEach(reason -> missed.add(prefix + reason));
            }
        }
        if (!invalid.isEmpty()) {
            invalid.addAll(saturated);
            return new Verdict.Invalid(invalid);
        }
        if (!broken.isEmpty()) {
            // The headline, whatever else was found.
            broken.addAll(saturated);
            broken.addAll(missed);
            return new Verdict.Missed(broken);
        }
        if (!saturated.isEmpty()) {
            return new Verdict.Saturated(saturated);
        }
        return missed.isEmpty() ? new Verdict.Met() : new Verdict.Missed(missed);
    }

    private static List<String> invalidity(Fork fork) {
        List<String> reasons = new ArrayList<>();
        if (fork.failure() != null) {
            reasons.add(fork.failure());
        }
        for (Incident incident : fork.incidents()) {
            // What a fault was meant to cause is what is measured.
            if (incident.invalidates() && fork.faults() == null) {
                reasons.add(incident.text() + "; " + incident.remedy());
            }
        }
        if (fork.accounting() != null) {
            if (fork.faults() == null) {
                brokenPromises(fork.accounting(), fork.guarantees(), reasons);
            }
            strangers(fork.accounting(), reasons);
            if (fork.accounting().failed() > 0 && fork.faults() == null) {
                reasons.add(fork.accounting().failed() + " messages could not be published, the first because: "
                        + fork.publishFailure());
            }
        }
        return reasons;
    }

    /** Under faults: what the transport claims, and did not keep. A message that its sender was told to be lost was not promised. */
    private static List<String> brokenClaims(Fork fork) {
        List<String> reasons = new ArrayList<>();
        Guarantees claimed = fork.guarantees();
        Accounting account = fork.accounting();
        Faults faults = fork.faults();
        String delivery = "claims delivery " + text(claimed) + ", and under faults ";
        long lost = faults.acknowledgedLost() + (claimed.acknowledged() ? 0 : faults.unansweredLost());
        if (lost > 0 && claimed.delivery().promisesNoLoss()) {
            reasons.add(delivery + "lost " + lost + " messages"
                    + (claimed.acknowledged() ? " that it had acknowledged" : ""));
        }
        if (account.duplicated() > 0 && claimed.delivery().promisesNoDuplicates()) {
            reasons.add(delivery + "doubled " + account.duplicated() + " messages");
        }
        if (account.outOfOrder() > 0 && claimed.ordered()) {
            reasons.add("claims order, and under faults " + account.outOfOrder() + " messages came out of order");
        }
        return reasons;
    }

    private static String text(Guarantees guarantees) {
        return guarantees.delivery().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static List<String> sampleShortage(Fork fork) {
        long samples = fork.throughput() == null
                ? fork.probes().get(Probe.END_TO_END).count()
                : fork.throughput().subscriber().messages();
        return fork.complete() && samples < MIN_SAMPLES
                ? List.of("too few samples: " + samples + " (expected: at least " + MIN_SAMPLES + "); measure longer")
                : List.of();
    }

    private static void brokenPromises(Accounting account, Guarantees promised, List<String> reasons) {
        String promise = text(promised);
        if (account.lost() > 0 && promised.delivery().promisesNoLoss()) {
            reasons.add(account.lost() + " messages lost by a transport that promises delivery " + promise);
        }
        if (account.duplicated() > 0 && promised.delivery().promisesNoDuplicates()) {
            reasons.add(account.duplicated() + " messages duplicated by a transport that promises delivery " + promise);
        }
        if (account.outOfOrder() > 0 && promised.ordered()) {
            reasons.add(account.outOfOrder() + " messages out of order on a transport that promises order");
        }
    }

    private static void strangers(Accounting account, List<String> reasons) {
        if (account.tooLate() > 0) {
            reasons.add(account.tooLate() + " messages so late that they cannot be told from duplicates");
        }
        if (account.foreign() > 0) {
            reasons.add(account.foreign() + " messages that this run did not send: something else uses its channels");
        }
    }

    private static List<String> saturation(Fork fork) {
        if (!fork.complete()) {
            return List.of();
        }
        Rates rates = fork.rates();
        List<String> reasons = new ArrayList<>();
        if (fork.faults() != null && fork.faults().undelivered() > 0) {
            reasons.add("messages did not flow again before the end, and "
                    + fork.faults().undelivered() + " had not arrived; measure longer to see which are lost");
        }
        long standingNanos = standingBacklogNanos(fork.intervals());
        if (standingNanos > STANDING_NANOS) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "a backlog from warm-up was never worked off: every measured message waited at least %,.0f ms",
                    standingNanos / 1e6));
        }
        if (rates.share() >= SUSTAINED) {
            return reasons;
        }
        double growth = backlogGrowth(fork.intervals());
        boolean backlogKnown = !Double.isNaN(growth);
        boolean grows = backlogKnown && growth > 1 - SUSTAINED;
        // A stall that straddles the end of the window leaves a shortfall but no standing backlog: that is latency,
        // and is reported as latency.
        if (grows || !backlogKnown) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "%.1f %% of the offered rate achieved (%,.0f of %,.0f messages/s)",
                    100 * rates.share(),
                    rates.achievedPerSecond(),
                    rates.offeredPerSecond()));
        }
        if (grows) {
            reasons.add(String.format(Locale.ROOT, "the backlog grows by %.0f ms each second", 1e3 * growth));
        }
        return reasons;
    }

    /**
     * What even the fastest measured message waited longer than the fastest of the whole run did: the age that the
     * backlog never fell below.
     */
    private static long standingBacklogNanos(List<Interval> intervals) {
        long fastest = Long.MAX_VALUE;
        long fastestMeasured = Long.MAX_VALUE;
        for (Interval interval : intervals) {
            Histogram latencies = interval.histogram(Probe.END_TO_END);
            if (latencies.getTotalCount() > 0) {
                fastest = Math.min(fastest, latencies.getMinValue());
                if (interval.phase() == Phase.MEASURE) {
                    fastestMeasured = Math.min(fastestMeasured, latencies.getMinValue());
                }
            }
        }
        return fastestMeasured == Long.MAX_VALUE ? 0 : fastestMeasured - fastest;
    }

    /**
     * How fast the backlog's age grows, in seconds per second. The smallest latency among a second's arrivals is the age
     * that the backlog never fell below in that second: a stall that is caught up with does not raise it, a rate that
     * is not held raises it steadily.
     *
     * @return NaN when the window is too short to tell, or when nothing arrived in its last second
     */
    static double backlogGrowth(List<Interval> intervals) {
        Interval first = null;
        Interval last = null;
        for (Interval interval : intervals) {
            if (interval.phase() == Phase.MEASURE) {
                first = first == null ? interval : first;
                last = interval;
            }
        }
        if (first == last) {
            return Double.NaN;
        }
        Histogram atFirst = first.histogram(Probe.END_TO_END);
        Histogram atLast = last.histogram(Probe.END_TO_END);
        if (atFirst.getTotalCount() == 0 || atLast.getTotalCount() == 0) {
            return Double.NaN;
        }
        double elapsedNanos = last.endNanos() - first.endNanos();
        return (atLast.getMinValue() - atFirst.getMinValue()) / elapsedNanos;
    }
}
