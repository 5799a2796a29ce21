package io.twohop.judge;

import io.twohop.account.Accounting;
import io.twohop.account.Integrity;
import io.twohop.result.Faults;
import io.twohop.result.Fork;
import io.twohop.result.Verdict;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Incident;
import io.twohop.workload.Probe;
import io.twohop.workload.Slo;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Judges forks. Every rule here is one of the principles in docs/METHODOLOGY.md. */
public final class Verdicts {
    /** Fewer end-to-end samples than this support no statement at all. */
    static final int MIN_SAMPLES = 100;

    /** The share of the offered rate that counts as holding it. */
    public static final double SUSTAINED = 0.999;

    private Verdicts() {}

    /** The verdict on all forks of a cell: the worst of theirs. */
    public static Verdict judge(List<Fork> forks, Slo slo) {
        return judge(forks, slo, false);
    }

    /**
     * The same where the rate may be meant to change.
     *
     * @param changes whether it is, and so is judged by its seconds as well
     */
    public static Verdict judge(List<Fork> forks, Slo slo, boolean changes) {
        List<String> invalid = new ArrayList<>();
        List<String> saturated = new ArrayList<>();
        List<String> broken = new ArrayList<>();
        List<String> missed = new ArrayList<>();
        for (Fork fork : forks) {
            String prefix = forks.size() == 1 ? "" : "fork " + fork.number() + ": ";
            List<String> saturation = ofEachPart(
                    fork,
                    part -> Starvation.excuses(part, slo) ? List.of() : Sustained.reasonsAgainst(part, slo, changes));
            saturation.forEach(reason -> saturated.add(prefix + reason));
            invalidity(fork).forEach(reason -> invalid.add(prefix + reason));
            // A queue that never let a measured message through explains why there are no samples.
            if (saturation.isEmpty()) {
                ofEachPart(fork, part -> Shortfall.reason(part, slo).stream().toList())
                        .forEach(reason -> (fork.faults() == null ? invalid : missed).add(prefix + reason));
                EachSubscriber.reasons(fork, Verdicts::sampleShortage).forEach(reason -> invalid.add(prefix + reason));
            }
            if (fork.faults() != null) {
                brokenClaims(fork).forEach(reason -> broken.add(prefix + reason));
            }
            // A run that ended in warm-up has nothing that an objective could judge.
            if (!saturation.isEmpty() && fork.overload().isEmpty()) {
                EachSubscriber.reasons(
                                fork, one -> Objectives.loss(one, slo).stream().toList())
                        .forEach(reason -> saturated.add(prefix + reason));
            }
            if (saturation.isEmpty() && fork.complete()) {
                EachSubscriber.reasons(fork, one -> Objectives.unknown(one, slo))
                        .forEach(reason -> invalid.add(prefix + reason));
                EachSubscriber.reasons(fork, one -> Objectives.missed(one, slo))
                        .forEach(reason -> missed.add(prefix + reason));
            }
        }
        List<String> condition = slo.changesAchieved()
                ? List.of("a rate of which " + slo.leastAchievedText() + " are achieved counts as held (slo.achieved; "
                        + Slo.NONE.leastAchievedText() + " by default)")
                : List.of();
        if (!invalid.isEmpty()) {
            invalid.addAll(saturated);
            invalid.addAll(condition);
            return new Verdict.Invalid(invalid);
        }
        if (!broken.isEmpty()) {
            // The headline, whatever else was found.
            broken.addAll(saturated);
            broken.addAll(missed);
            broken.addAll(condition);
            return new Verdict.Missed(broken);
        }
        if (!saturated.isEmpty()) {
            saturated.addAll(condition);
            return new Verdict.Saturated(saturated);
        }
        if (missed.isEmpty()) {
            return new Verdict.Met(condition);
        }
        missed.addAll(condition);
        return new Verdict.Missed(missed);
    }

    /** A rule applied to each part by itself: one that falls behind would hide among the others. */
    private static List<String> ofEachPart(Fork fork, Function<Fork, List<String>> rule) {
        if (fork.parts().isEmpty() || !fork.complete()) {
            return EachSubscriber.reasons(fork, rule);
        }
        List<String> reasons = new ArrayList<>();
        fork.loads()
                .forEach(part -> rule.apply(part.load()).forEach(reason -> reasons.add(part.title() + ": " + reason)));
        return reasons;
    }

    private static List<String> invalidity(Fork fork) {
        List<String> reasons = new ArrayList<>();
        // The cause of whatever else is found.
        if (fork.accounting() != null) {
            changed(fork.accounting().integrity(), reasons);
        }
        for (Incident incident : fork.incidents()) {
            // What a fault was meant to cause is what is measured.
            if (incident.invalidates() && fork.faults() == null) {
                reasons.add(incident.text() + "; " + incident.remedy());
            }
        }
        // Often what an incident led to: a client waits for a server that has ended.
        if (fork.failure() != null) {
            reasons.add(fork.failure());
        }
        if (fork.accounting() != null) {
            if (fork.faults() == null) {
                reasons.addAll(EachSubscriber.reasons(fork, Verdicts::brokenPromises));
            }
            strangers(fork.accounting(), reasons);
            // A run that broke off did not wait for acknowledgements, nor for the end of a publish.
            if (fork.failure() == null && fork.faults() == null) {
                reasons.addAll(fork.accounting().acknowledged().violations());
            }
            if (fork.accounting().failed() > 0 && fork.faults() == null) {
                reasons.add(fork.accounting().failed() + " messages could not be published, the first because: "
                        + fork.publishFailure());
            }
        }
        return reasons;
    }

    /** Under faults: what the transport claims, and did not keep. A loss that was reported to the sender breaks no promise. */
    private static List<String> brokenClaims(Fork fork) {
        List<String> reasons = new ArrayList<>();
        Guarantees claimed = fork.guarantees();
        Accounting account = fork.accounting();
        Faults faults = fork.faults();
        String delivery = "claims delivery " + claimed.afterFailure().text() + ", and under faults ";
        long lost = faults.acknowledgedLost() + (claimed.acknowledged() ? 0 : faults.unansweredLost());
        if (lost > 0 && claimed.afterFailure().promisesNoLoss()) {
            reasons.add(delivery + "lost " + lost + " messages"
                    + (claimed.acknowledged() ? " that it had acknowledged" : ""));
        }
        if (account.duplicated() > 0 && claimed.afterFailure().promisesNoDuplicates()) {
            reasons.add(delivery + "doubled " + account.duplicated() + " messages");
        }
        if (account.outOfOrder() > 0 && claimed.ordered()) {
            reasons.add("claims order, and under faults " + account.outOfOrder() + " messages came out of order");
        } else if (account.integrity().breaksOrder()) {
            reasons.add("claims order, and under faults " + account.integrity().outOfOrder()
                    + " messages came out of order on their lanes");
        }
        if (account.breaksOrderByKey() && claimed.orderedByKey()) {
            reasons.add("claims order by key, and under faults " + account.outOfOrderByKey()
                    + " messages came behind later ones of their key");
        }
        return reasons;
    }

    private static List<String> sampleShortage(Fork fork) {
        long samples = fork.throughput() == null
                ? fork.probes().get(Probe.END_TO_END).count()
                : fork.throughput().subscriber().messages();
        return fork.complete() && samples < MIN_SAMPLES
                ? List.of("too few samples: " + samples + " (expected: at least " + MIN_SAMPLES + "); measure longer")
                : List.of();
    }

    private static List<String> brokenPromises(Fork fork) {
        List<String> reasons = new ArrayList<>();
        Accounting account = fork.accounting();
        Guarantees promised = fork.guarantees();
        String promise = promised.delivery().text();
        // A run that broke off did not wait for what was on its way.
        if (fork.failure() == null && account.lost() > 0 && promised.delivery().promisesNoLoss()) {
            reasons.add(account.lost() + " messages lost by a transport that promises delivery " + promise);
        }
        if (account.duplicated() > 0 && promised.delivery().promisesNoDuplicates()) {
            reasons.add(account.duplicated() + " messages duplicated by a transport that promises delivery " + promise);
        }
        if (account.outOfOrder() > 0 && promised.ordered()) {
            reasons.add(account.outOfOrder() + " messages out of order on a transport that promises order");
        } else if (account.integrity().breaksOrder()) {
            reasons.add(
                    account.integrity().outOfOrder()
                            + " messages out of order on their topic, partition or subject, whose order the transport promises");
        }
        if (account.breaksOrderByKey() && promised.orderedByKey()) {
            reasons.add(account.outOfOrderByKey()
                    + " messages out of order by key on a transport that promises order by key");
        }
        return reasons;
    }

    private static void changed(Integrity integrity, List<String> reasons) {
        if (integrity.corrupt() > 0) {
            reasons.add(integrity.corrupt() + " messages arrived with a header that cannot be, the first: "
                    + integrity.firstCorruption() + "; what carries messages must not change them");
        }
        if (integrity.damaged() > 0) {
            reasons.add(integrity.damaged() + " messages arrived with another payload than was published, the first: "
                    + integrity.firstDamage() + "; what carries messages must not change them");
        }
    }

    private static void strangers(Accounting account, List<String> reasons) {
        if (account.tooLate() > 0) {
            reasons.add(account.tooLate() + " messages so late that they cannot be distinguished from duplicates");
        }
        if (account.foreign() > 0) {
            reasons.add(account.foreign() + " messages that this run did not send: something else uses its channels");
        }
    }
}
