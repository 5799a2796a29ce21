package io.twohop.judge;

import io.twohop.account.Accounting;
import io.twohop.account.DurationText;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.workload.Percentiles;
import io.twohop.workload.Slo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Holds a fork to an objective. */
public final class Objectives {
    private Objectives() {}

    /** Returns the latency of each percentile in the objective, by its key; without those that have too few samples. */
    public static Map<String, Long> latenciesNanos(Fork fork, Slo slo) {
        Map<String, Long> latencies = new LinkedHashMap<>();
        for (Slo.Limit limit : slo.latencies()) {
            LatencySummary summary = fork.latency(limit.probe());
            if (supports(limit, summary)) {
                latencies.put(limit.key(), nanos(limit, summary));
            }
        }
        return latencies;
    }

    /** Finds limits that were exceeded. */
    static List<Finding> missed(Fork fork, Slo slo) {
        List<Finding> reasons = new ArrayList<>();
        Map<String, Long> latencies = latenciesNanos(fork, slo);
        for (Slo.Limit limit : slo.latencies()) {
            long mostNanos = limit.limit().toNanos();
            Optional.ofNullable(latencies.get(limit.key()))
                    .filter(nanos -> nanos > mostNanos && !mayBeMachine(fork, limit))
                    .map(nanos -> Rules.LATENCY_MISSED.found(
                            limit.key(), DurationText.besides(nanos, mostNanos), DurationText.exact(mostNanos)))
                    .ifPresent(reasons::add);
        }
        loss(fork, slo).ifPresent(reasons::add);
        return reasons;
    }

    /** Finds too many missing messages, lost or still queued. */
    static Optional<Finding> loss(Fork fork, Slo slo) {
        return Optional.ofNullable(slo.mostLost())
                .flatMap(most -> fork.accounting()
                        .map(Accounting::missing)
                        .filter(missing -> missing > most)
                        .map(missing -> Rules.LOSS_MISSED.found(missing, most)));
    }

    /** Finds limits that the fork cannot be judged by. */
    static List<Finding> unknown(Fork fork, Slo slo) {
        List<Finding> reasons = new ArrayList<>();
        for (Slo.Limit limit : slo.latencies()) {
            LatencySummary summary = fork.latency(limit.probe());
            if (!fork.probes().containsKey(limit.probe())) {
                reasons.add(Rules.NO_PROBE.found(limit.key()));
            } else if (!supports(limit, summary)) {
                reasons.add(Rules.TOO_FEW_BEYOND.found(limit.key(), summary.count()));
            } else if (nanos(limit, summary) > limit.limit().toNanos() && mayBeMachine(fork, limit)) {
                fork.trust()
                        .map(trust -> trust.text(summary, limit.percentile()))
                        .ifPresent(range -> reasons.add(Rules.MACHINE_MAY_DECIDE.found(limit.key(), range)));
            }
        }
        return reasons;
    }

    private static boolean mayBeMachine(Fork fork, Slo.Limit limit) {
        return fork.trust()
                .filter(trust -> trust.excuses(
                        limit.probe(),
                        fork.latency(limit.probe()),
                        limit.percentile(),
                        limit.limit().toNanos()))
                .isPresent();
    }

    private static boolean supports(Slo.Limit limit, LatencySummary summary) {
        return Percentiles.supports(summary.count(), limit.percentile());
    }

    private static long nanos(Slo.Limit limit, LatencySummary summary) {
        Duration latency = limit.percentile() == Slo.ALL
                ? Duration.ofNanos(summary.maxNanos())
                : summary.percentile(limit.percentile());
        return latency.toNanos();
    }
}
