package io.twohop.compare;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The slices of a fork that took turns with another, numbered from the start of measuring. One of each two is its own.
 *
 * @param count of slices, those of the other fork included
 * @param values of each metric by slice; NaN where the slice was the other's or had too few samples
 * @param stalled own slices in which the machine may have decided the p99; empty without a recording
 */
public record ForkSlices(int count, Map<Metric, double[]> values, Optional<Set<Integer>> stalled) {
    /** Returns the number of pairs of slices. */
    int pairs() {
        return count / 2;
    }

    /** Returns the value of a metric in this fork's slice of a pair; NaN if it has none. */
    double value(Metric metric, int pair) {
        double[] all = values.get(metric);
        return all == null ? Double.NaN : Double.isNaN(all[2 * pair]) ? all[2 * pair + 1] : all[2 * pair];
    }

    boolean isStalled(int pair) {
        return stalled.filter(all -> all.contains(2 * pair) || all.contains(2 * pair + 1))
                .isPresent();
    }
}
