package io.twohop.judge;

import io.twohop.account.DurationText;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.workload.Percentiles;
import io.twohop.workload.Slo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Holds a fork to an objective. */
public final class Objectives {
    private Objectives() {}

    /** The latency of each percentile in the objective, by its key; without those that the fork cannot tell. */
    public static Map<String, Long> latenciesNanos(Fork fork, Slo slo) {
        Map<String, Long> latencies = new LinkedHashMap<>();
        for (Slo.Limit limit : slo.latencies()) {
            LatencySummary summary = fork.probes().get(limit.probe());
            if (summary != null && unsupported(limit, summary) == null) {
                latencies.put(limit.key(), nanos(limit, summary));
            }
        }
        return latencies;
    }

    /** What of the objective was not met. */
    static List<String> missed(Fork fork, Slo slo) {
        List<String> reasons = new ArrayList<>();
        Map<String, Long> latencies = latenciesNanos(fork, slo);
        for (Slo.Limit limit : slo.latencies()) {
            Long nanos = latencies.get(limit.key());
            if (nanos != null && nanos > limit.limit().toNanos() && !mayBeMachine(fork, limit)) {
                reasons.add(limit.key() + ": "
                        + DurationText.besides(nanos, limit.limit().toNanos()) + " (objective: at most "
                        + DurationText.exact(limit.limit().toNanos()) + ")");
            }
        }
        loss(fork, slo).ifPresent(reasons::add);
        return reasons;
    }

    /** Why the objective of loss was not met. What did not arrive counts, whether it is lost or queued. */
    static Optional<String> loss(Fork fork, Slo slo) {
        boolean lost = slo.mostLost() != null
                && fork.accounting() != null
                && fork.accounting().missing() > slo.mostLost();
        return lost
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "loss: %,d messages (objective: at most %,d)",
                        fork.accounting().missing(),
                        slo.mostLost()))
                : Optional.empty();
    }

    /** What of the objective the fork says nothing about. */
    static List<String> unknown(Fork fork, Slo slo) {
        List<String> reasons = new ArrayList<>();
        for (Slo.Limit limit : slo.latencies()) {
            LatencySummary summary = fork.probes().get(limit.probe());
            String why = summary == null ? "this run has no such probe" : unsupported(limit, summary);
            if (why != null) {
                reasons.add("objective " + limit.key() + " cannot be judged: " + why);
            } else if (nanos(limit, summary) > limit.limit().toNanos() && mayBeMachine(fork, limit)) {
                reasons.add("objective " + limit.key() + " cannot be judged here: "
                        + fork.trust().text(summary, limit.percentile())
                        + "; repeat on a machine with more cores, or with nothing else on it");
            }
        }
        return reasons;
    }

    private static boolean mayBeMachine(Fork fork, Slo.Limit limit) {
        return fork.trust() != null
                && fork.trust()
                        .excuses(
                                limit.probe(),
                                fork.probes().get(limit.probe()),
                                limit.percentile(),
                                limit.limit().toNanos());
    }

    /** Why the samples do not tell the percentile; null if they do. */
    private static String unsupported(Slo.Limit limit, LatencySummary summary) {
        return Percentiles.supports(summary.count(), limit.percentile())
                ? null
                : String.format(Locale.ROOT, "%,d samples are too few for it; measure longer", summary.count());
    }

    private static long nanos(Slo.Limit limit, LatencySummary summary) {
        Duration latency = limit.percentile() == Slo.ALL
                ? Duration.ofNanos(summary.maxNanos())
                : summary.percentile(limit.percentile());
        return latency.toNanos();
    }
}
