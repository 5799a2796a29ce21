package io.twohop.compare;

import java.util.Map;
import java.util.Set;

/**
 * The slices of a fork that took turns with another, numbered from the start of measuring: of each two, one is its own.
 *
 * @param count of both forks' slices
 * @param values of each metric by slice; NaN where the slice was the other's or had too few samples
 * @param stalled those of its own in which the machine may have decided the p99; null where that was not recorded
 */
public record ForkSlices(int count, Map<Metric, double[]> values, Set<Integer> stalled) {
    /** How many slices both forks have. */
    int pairs() {
        return count / 2;
    }

    /** The value of a metric in this fork's slice of a pair; NaN where there is none. */
    double value(Metric metric, int pair) {
        double[] all = values.get(metric);
        return all == null ? Double.NaN : Double.isNaN(all[2 * pair]) ? all[2 * pair + 1] : all[2 * pair];
    }

    boolean isStalled(int pair) {
        return stalled != null && (stalled.contains(2 * pair) || stalled.contains(2 * pair + 1));
    }
}
