package io.twohop.stats;

/**
 * Difference of two means in units of the values' own spread: Hedges' g, which is Cohen's d with a correction for few
 * values.
 *
 * <p>Source: L. V. Hedges, "Distribution Theory for Glass's Estimator of Effect Size" (1981).
 */
public final class EffectSize {
    private EffectSize() {}

    /** Returns Hedges' g: positive if the candidate's mean is higher; 0 for equal means, infinite for different means without spread. */
    public static double hedges(double[] base, double[] candidate) {
        double difference = Samples.mean(candidate) - Samples.mean(base);
        double freedom = base.length + candidate.length - 2.0;
        double pooled =
                ((base.length - 1) * Samples.variance(base) + (candidate.length - 1) * Samples.variance(candidate))
                        / freedom;
        if (difference == 0) {
            return 0;
        }
        return difference / Math.sqrt(pooled) * (1 - 3 / (4 * freedom - 1));
    }
}
