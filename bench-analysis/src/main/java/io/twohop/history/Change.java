package io.twohop.history;

import io.twohop.compare.Metric;
import io.twohop.stats.ConfidenceInterval;
import java.util.List;
import java.util.Optional;

/**
 * A change of a metric from one result to the next.
 *
 * @param at index of the first result after it, among those that were tested
 * @param before the last result before it
 * @param after the first result after it
 * @param from mean of the results since the change before it
 * @param to mean of the results up to the change after it
 * @param share of the change of {@code from}; empty if that is 0
 * @param interval of that share, 95 %, for a change at this place; empty if unknown
 * @param pValue of E-divisive, corrected for the number of metrics
 * @param alsoChanged other differences between the last result before and the first after, such as the kernel
 */
public record Change(
        Metric metric,
        int at,
        DatedResult before,
        DatedResult after,
        double from,
        double to,
        Optional<Double> share,
        Optional<ConfidenceInterval> interval,
        double pValue,
        List<String> alsoChanged) {
    /** Returns whether the metric became worse. */
    public boolean isWorse() {
        return isWorse(metric, from, to);
    }

    static boolean isWorse(Metric metric, double from, double to) {
        return metric.higherIsBetter() ? to < from : to > from;
    }
}
