package io.twohop.stats;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Number of forks that it takes to find a difference. The spread of a few forks is itself uncertain, so that the true one may be
 * larger: a difference is found often enough on average over the spreads that may have led to the one observed.
 *
 * <p>Sources: S. A. Julious and R. J. Owen, "Sample size calculations for clinical studies allowing for uncertainty about the
 * variance" (2006); for the power of a t-test, M. Abramowitz and I. A. Stegun, "Handbook of Mathematical Functions" (1964),
 * 26.7.10; for the degrees of freedom of two variances, F. E. Satterthwaite, "An Approximate Distribution of Estimates of
 * Variance Components" (1946).
 */
public final class SampleSize {
    /** Probability of finding a real difference: four times out of five. */
    public static final double POWER = 0.8;

    /** Spreads that the true one is taken to be, each as probable as the others. */
    private static final int SPREADS = 200;

    /** Sizes of groups from which any p-value can practically be reached. */
    private static final int MANY = 20;

    private static final long MOST = Long.MAX_VALUE / 4;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** Quantiles by degrees of freedom, which are whole numbers where values are paired. */
    private static final Map<Double, double[]> PAIRS = new ConcurrentHashMap<>();

    private final SignificanceTest test;
    private final Design design;
    private final double alpha;

    /** The difference over each spread that may be the true one: of one fork, or one pair. */
    private final double[] shifts;

    private SampleSize(
            SignificanceTest test, Design design, double[] base, double[] candidate, double difference, double alpha) {
        this.test = test;
        this.design = design;
        this.alpha = alpha;
        double variance;
        double freedom;
        if (design == Design.PAIRED) {
            variance = Samples.variance(Samples.differences(base, candidate));
            freedom = base.length - 1.0;
        } else {
            double before = Samples.variance(base);
            double after = Samples.variance(candidate);
            variance = before + after;
            double share = before / variance;
            freedom = 1 / (share * share / (base.length - 1) + (1 - share) * (1 - share) / (candidate.length - 1));
        }
        shifts = new double[SPREADS];
        if (variance == 0 || Double.isInfinite(variance)) {
            Arrays.fill(shifts, 1 / variance);
            return;
        }
        double[] ratios =
                design == Design.PAIRED ? PAIRS.computeIfAbsent(freedom, SampleSize::ratios) : ratios(freedom);
        Arrays.setAll(shifts, i -> difference * Math.sqrt(ratios[i] / freedom / variance));
    }

    /** Returns the observed variance over each that may be the true one, times the degrees of freedom. */
    private static double[] ratios(double freedom) {
        ChiSquaredDistribution ratio = ChiSquaredDistribution.of(freedom);
        double[] ratios = new double[SPREADS];
        Arrays.setAll(ratios, i -> ratio.inverseCumulativeProbability((i + 0.5) / SPREADS));
        return ratios;
    }

    /**
     * Returns the number of forks of each group.
     *
     * @param base at least two values
     * @param candidate at least two values; for pairs, as many as the base
     * @param difference to be found, in the values' unit; above 0
     * @param alpha of the test, after the correction for many questions
     * @return at least what {@link #toReach} says
     */
    public static long of(
            SignificanceTest test, Design design, double[] base, double[] candidate, double difference, double alpha) {
        SampleSize size = new SampleSize(test, design, base, candidate, difference, alpha);
        long tooFew = toReach(test, design, alpha) - 1L;
        long enough = tooFew + 1;
        while (size.power(enough) < POWER && enough < MOST) {
            tooFew = enough;
            enough *= 2;
        }
        while (enough - tooFew > 1) {
            long between = tooFew + (enough - tooFew) / 2;
            if (size.power(between) < POWER) {
                tooFew = between;
            } else {
                enough = between;
            }
        }
        return enough;
    }

    /** Returns how often the difference is found with a number of forks of each group. */
    private double power(long forks) {
        double freedom = design == Design.PAIRED ? forks - 1.0 : 2.0 * forks - 2;
        double t = TDistribution.of(freedom).inverseSurvivalProbability(attainable(forks) / 2);
        double deviation = Math.sqrt(1 + t * t / (2 * freedom));
        return Arrays.stream(shifts)
                .map(shift -> NORMAL.cumulativeProbability(
                        (shift * Math.sqrt(forks) - t * (1 - 1 / (4 * freedom))) / deviation))
                .average()
                .orElseThrow();
    }

    /** Returns the largest p-value up to alpha that a test which counts ways can have. */
    private double attainable(long forks) {
        double step = forks > MANY ? 0 : test.smallestP(design, (int) forks, (int) forks);
        return step == 0 ? alpha : step * Math.floor(alpha / step);
    }

    /** Returns the number of forks of each group below which the test cannot have that p-value. */
    public static int toReach(SignificanceTest test, Design design, double alpha) {
        int forks = 2;
        while (test.smallestP(design, forks, forks) > alpha) {
            forks++;
        }
        return forks;
    }
}
