package io.twohop.launch;

import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.result.Fork;
import io.twohop.result.ForkMetrics;
import io.twohop.result.ReachedPrecision;
import io.twohop.stats.MeanPrecision;
import io.twohop.workload.Forks;
import io.twohop.workload.Precision;
import io.twohop.workload.Workload;
import java.util.List;
import java.util.Optional;

/** Decides when a run has enough forks, by its own forks alone. */
final class ForkCount {
    private static final double PERCENT = 100;

    private ForkCount() {}

    /** Returns whether no further fork is due. */
    static boolean isEnough(Workload workload, List<Fork> forks) {
        if (forks.size() >= workload.forks()) {
            return true;
        }
        return workload.precision()
                .map(wanted -> !forks.stream()
                                .allMatch(fork ->
                                        fork.complete() && value(wanted, fork).isPresent())
                        || share(wanted, forks).orElse(Double.POSITIVE_INFINITY) <= wanted.share())
                .orElse(false);
    }

    /** Returns the reached precision; empty if the number of forks is fixed. */
    static Optional<ReachedPrecision> precision(Workload workload, List<Fork> forks) {
        return workload.precision()
                .map(wanted -> new ReachedPrecision(
                        wanted.metric(), wanted.share(), share(wanted, forks).orElse(null)));
    }

    static Finding notReached(ReachedPrecision precision) {
        return precision
                .reached()
                .map(share -> Rules.IMPRECISE.found(precision.figure(), PERCENT * share))
                .orElseGet(() -> Rules.PRECISION_UNKNOWN.found(precision.figure()));
    }

    /** Returns the half-width of the figure's confidence interval as a share of the mean; empty with too few forks. */
    private static Optional<Double> share(Precision wanted, List<Fork> forks) {
        double[] values = forks.stream()
                .flatMap(fork -> value(wanted, fork).stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
        return values.length < Forks.LEAST ? Optional.empty() : Optional.of(MeanPrecision.share(values));
    }

    private static Optional<Double> value(Precision wanted, Fork fork) {
        return Optional.ofNullable(ForkMetrics.of(fork).get(wanted.metric()));
    }
}
