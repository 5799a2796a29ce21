package io.twohop.judge;

import static io.twohop.finding.Severity.BROKEN;
import static io.twohop.finding.Severity.INVALID;
import static io.twohop.finding.Severity.MISSED;
import static io.twohop.finding.Severity.NOTE;
import static io.twohop.finding.Severity.SATURATED;

import io.twohop.account.Accounting;
import io.twohop.account.Acknowledged;
import io.twohop.account.Integrity;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Rule;
import io.twohop.finding.Rules;
import io.twohop.finding.Severity;
import io.twohop.result.Faults;
import io.twohop.result.Fork;
import io.twohop.result.Verdict;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.workload.Slo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Judges forks by the principles of docs/METHODOLOGY.md. */
public final class Verdicts {
    /** Minimum number of end-to-end samples that support any statement. */
    static final int MIN_SAMPLES = 100;

    /** Share of the offered rate that counts as holding it. */
    public static final double SUSTAINED = 0.999;

    private Verdicts() {}

    /** Returns the verdict on all forks of a cell: the worst of theirs. */
    public static Verdict judge(List<Fork> forks, Slo slo) {
        return judge(forks, slo, false);
    }

    /**
     * Returns the verdict on all forks of a cell.
     *
     * @param changes whether the rate is meant to change; then it is judged by its seconds as well
     */
    public static Verdict judge(List<Fork> forks, Slo slo, boolean changes) {
        List<Finding> findings = new ArrayList<>();
        for (Fork fork : forks) {
            List<Finding> its = findings(fork, slo, changes);
            findings.addAll(
                    forks.size() == 1
                            ? its
                            : its.stream()
                                    .map(finding -> finding.of("fork " + fork.number()))
                                    .toList());
        }
        if (slo.changesAchieved()) {
            findings.add(Rules.LEAST_ACHIEVED_CHANGED.found(slo.leastAchievedText(), Slo.NONE.leastAchievedText()));
        }
        return verdict(findings);
    }

    /** The worst finding decides, and what explains it follows. */
    private static Verdict verdict(List<Finding> findings) {
        Severity worst = findings.stream()
                .map(Finding::severity)
                .max(Comparator.naturalOrder())
                .orElse(NOTE);
        return switch (worst) {
            case INVALID -> new Verdict.Invalid(only(findings, INVALID, SATURATED, NOTE));
            case BROKEN -> new Verdict.Missed(only(findings, BROKEN, SATURATED, MISSED, NOTE));
            case SATURATED -> new Verdict.Saturated(only(findings, SATURATED, NOTE));
            case MISSED -> new Verdict.Missed(only(findings, MISSED, NOTE));
            default -> new Verdict.Met(only(findings, NOTE));
        };
    }

    private static List<Finding> only(List<Finding> findings, Severity... inThisOrder) {
        return Stream.of(inThisOrder)
                .flatMap(severity -> findings.stream().filter(finding -> finding.severity() == severity))
                .toList();
    }

    private static List<Finding> findings(Fork fork, Slo slo, boolean changes) {
        List<Finding> findings = new ArrayList<>();
        List<Finding> saturation = ofEachPart(
                fork, part -> Starvation.excuses(part, slo) ? List.of() : Sustained.reasonsAgainst(part, slo, changes));
        findings.addAll(saturation);
        findings.addAll(invalidity(fork));
        // A queue that never let a measured message through explains why there are no samples.
        if (saturation.isEmpty()) {
            findings.addAll(ofEachPart(
                    fork, part -> Shortfall.reason(part, slo).stream().toList()));
            findings.addAll(EachSubscriber.reasons(fork, Verdicts::sampleShortage));
        }
        fork.faults().ifPresent(faults -> findings.addAll(brokenClaims(fork, faults)));
        // A run that ended in warm-up has nothing that an objective could judge.
        if (!saturation.isEmpty() && fork.overload().isEmpty()) {
            findings.addAll(EachSubscriber.reasons(
                    fork,
                    one -> Objectives.loss(one, slo).stream()
                            .map(loss -> loss.as(SATURATED))
                            .toList()));
        }
        if (saturation.isEmpty() && fork.complete()) {
            findings.addAll(EachSubscriber.reasons(fork, one -> Objectives.unknown(one, slo)));
            findings.addAll(EachSubscriber.reasons(fork, one -> Objectives.missed(one, slo)));
        }
        return findings;
    }

    /** Applies a rule to each part by itself: one that falls behind would hide among the others. */
    private static List<Finding> ofEachPart(Fork fork, Function<Fork, List<Finding>> rule) {
        if (fork.parts().isEmpty() || !fork.complete()) {
            return EachSubscriber.reasons(fork, rule);
        }
        List<Finding> findings = new ArrayList<>();
        fork.loads()
                .forEach(part -> rule.apply(part.load()).forEach(finding -> findings.add(finding.of(part.title()))));
        return findings;
    }

    private static List<Finding> invalidity(Fork fork) {
        List<Finding> findings = new ArrayList<>();
        boolean underFaults = fork.hasFaults();
        Optional<Accounting> accounting = fork.accounting();
        // The cause of whatever else is found.
        accounting.ifPresent(account -> changed(account.integrity(), findings));
        // What a fault was meant to cause is what is measured.
        if (!underFaults) {
            fork.incidents().stream().filter(Finding::invalidates).forEach(findings::add);
        }
        fork.faults().filter(any -> fork.complete()).ifPresent(faults -> findings.addAll(Backlogs.undecided(faults)));
        // Often what an incident led to: a client waits for a server that has ended.
        if (!fork.complete()) {
            findings.add(new Finding(Kind.PROCESS, INVALID, fork.failure(), ""));
        }
        accounting.ifPresent(account -> {
            if (!underFaults) {
                findings.addAll(EachSubscriber.reasons(fork, Verdicts::brokenPromises));
            }
            strangers(account, findings);
            // A run that broke off did not wait for acknowledgements, nor for the end of a publish.
            if (fork.complete() && !underFaults) {
                findings.addAll(unacknowledged(account.acknowledged()));
            }
            if (account.failed() > 0 && !underFaults) {
                findings.add(Rules.NOT_PUBLISHED.found(account.failed(), fork.publishFailure()));
            }
        });
        return findings;
    }

    /** Finds guarantees that the transport claims and broke under faults. A loss that was reported to the sender breaks none. */
    private static List<Finding> brokenClaims(Fork fork, Faults faults) {
        List<Finding> findings = new ArrayList<>();
        Guarantees claimed = fork.guarantees();
        Accounting account = fork.accounting().orElseThrow();
        // Nothing failed where consumers did nothing but stop.
        Delivery promised = faults.stopOnlyConsumers() ? claimed.delivery() : claimed.afterFailure();
        String delivery = promised.text();
        long lost = faults.acknowledgedLost() + (claimed.acknowledged() ? 0 : faults.unansweredLost());
        if (lost > 0 && promised.promisesNoLoss()) {
            Rule rule = claimed.acknowledged() ? Rules.ACKNOWLEDGED_LOST : Rules.LOST_UNDER_FAULTS;
            findings.add(rule.found(delivery, lost));
        }
        if (account.duplicated() > 0 && promised.promisesNoDuplicates()) {
            findings.add(Rules.DUPLICATED_UNDER_FAULTS.found(delivery, account.duplicated()));
        }
        if (account.outOfOrder() > 0 && claimed.ordered()) {
            findings.add(Rules.OUT_OF_ORDER_UNDER_FAULTS.found(account.outOfOrder()));
        } else if (account.integrity().breaksOrder()) {
            findings.add(Rules.OUT_OF_ORDER_ON_LANES_UNDER_FAULTS.found(
                    account.integrity().outOfOrder()));
        }
        if (account.breaksOrderByKey() && claimed.orderedByKey()) {
            findings.add(Rules.OUT_OF_ORDER_BY_KEY_UNDER_FAULTS.found(account.outOfOrderByKey()));
        }
        return findings;
    }

    private static List<Finding> sampleShortage(Fork fork) {
        long samples = fork.throughput()
                .map(throughput -> throughput.subscriber().messages())
                .orElseGet(fork.endToEnd()::count);
        return fork.complete() && samples < MIN_SAMPLES
                ? List.of(Rules.TOO_FEW_SAMPLES.found(samples, MIN_SAMPLES))
                : List.of();
    }

    private static List<Finding> brokenPromises(Fork fork) {
        List<Finding> findings = new ArrayList<>();
        Accounting account = fork.accounting().orElseThrow();
        Guarantees promised = fork.guarantees();
        String promise = promised.delivery().text();
        // A run that broke off did not wait for messages in flight.
        if (fork.complete() && account.lost() > 0 && promised.delivery().promisesNoLoss()) {
            findings.add(Rules.LOST.found(account.lost(), promise));
        }
        if (account.duplicated() > 0 && promised.delivery().promisesNoDuplicates()) {
            findings.add(Rules.DUPLICATED.found(account.duplicated(), promise));
        }
        if (account.outOfOrder() > 0 && promised.ordered()) {
            findings.add(Rules.OUT_OF_ORDER.found(account.outOfOrder()));
        } else if (account.integrity().breaksOrder()) {
            findings.add(Rules.OUT_OF_ORDER_ON_LANES.found(account.integrity().outOfOrder()));
        }
        if (account.breaksOrderByKey() && promised.orderedByKey()) {
            findings.add(Rules.OUT_OF_ORDER_BY_KEY.found(account.outOfOrderByKey()));
        }
        return findings;
    }

    private static void changed(Integrity integrity, List<Finding> findings) {
        if (integrity.corrupt() > 0) {
            findings.add(Rules.HEADER_CHANGED.found(integrity.corrupt(), integrity.firstCorruption()));
        }
        if (integrity.damaged() > 0) {
            findings.add(Rules.PAYLOAD_CHANGED.found(integrity.damaged(), integrity.firstDamage()));
        }
    }

    private static void strangers(Accounting account, List<Finding> findings) {
        if (account.tooLate() > 0) {
            findings.add(Rules.TOO_LATE.found(account.tooLate()));
        }
        if (account.foreign() > 0) {
            findings.add(Rules.FOREIGN.found(account.foreign()));
        }
    }

    /** Returns contradictions to one outcome for each message that a transport took: an acknowledgement or the report of a failure. */
    public static List<Finding> unacknowledged(Acknowledged acknowledged) {
        List<Finding> findings = new ArrayList<>();
        long due = acknowledged.due();
        addIfAny(Rules.NOT_ACKNOWLEDGED, acknowledged.missing(), due, findings);
        addIfAny(Rules.ACKNOWLEDGED_TWICE, acknowledged.surplus(), due, findings);
        addIfAny(Rules.ACKNOWLEDGED_EARLY, acknowledged.early(), due, findings);
        addIfAny(Rules.ACKNOWLEDGED_UNKNOWN, acknowledged.unknown(), due, findings);
        addIfAny(Rules.ACKNOWLEDGED_OTHERS, acknowledged.mismatched(), due, findings);
        return findings;
    }

    private static void addIfAny(Rule rule, long count, long due, List<Finding> findings) {
        if (count > 0) {
            findings.add(rule.found(count, due));
        }
    }
}
