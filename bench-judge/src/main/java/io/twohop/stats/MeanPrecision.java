package io.twohop.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Precision of a mean. Looking after each value until it is known well enough stops a little early when the first ones agree by
 * chance; the interval then covers the true mean a little less often than it says.
 *
 * <p>Sources: Student, "The Probable Error of a Mean" (1908); for looking again and again, Y. S. Chow and H. Robbins, "On the
 * Asymptotic Theory of Fixed-Width Sequential Confidence Intervals for the Mean" (1965).
 */
public final class MeanPrecision {
    private static final double CONFIDENCE = 0.95;

    private MeanPrecision() {}

    /**
     * Returns half the width of the 95 % confidence interval of the mean, as a share of it.
     *
     * @param values two or more
     * @return infinite if the mean is 0
     */
    public static double share(double[] values) {
        double mean = Math.abs(Samples.mean(values));
        return mean == 0 ? Double.POSITIVE_INFINITY : half(values) / mean;
    }

    /** Returns the 95 % confidence interval of the mean of two or more values. */
    public static ConfidenceInterval interval(double[] values) {
        double mean = Samples.mean(values);
        double half = half(values);
        return new ConfidenceInterval(mean - half, mean + half, CONFIDENCE);
    }

    private static double half(double[] values) {
        double t = TDistribution.of(values.length - 1.0).inverseSurvivalProbability((1 - CONFIDENCE) / 2);
        return t * Math.sqrt(Samples.variance(values) / values.length);
    }
}
