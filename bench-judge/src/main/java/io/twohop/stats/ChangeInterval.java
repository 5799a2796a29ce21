package io.twohop.stats;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.stream.DoubleStream;

/**
 * The confidence interval of a relative change of means: the changes that a significance test does not reject. So an interval excludes
 * zero exactly if the test finds a difference, however few and however skewed the values are. The test at a change takes the candidate's
 * distribution for that of the base, stretched by it.
 *
 * <p>Source: J. Neyman, "Outline of a Theory of Statistical Estimation" (1937).
 */
public final class ChangeInterval {
    /** Largest ratio; an end beyond it counts as infinite. */
    private static final double MOST = 1e9;

    private static final double ROUNDING = 1e-9;
    private static final double STEP = 1.25;
    private static final int HALVINGS = 60;

    private ChangeInterval() {}

    /** Returns by how much the candidate's mean is above the base's, as a share of the latter; NaN if the base's mean is 0. */
    public static double change(double[] base, double[] candidate) {
        double mean = Samples.mean(base);
        return mean == 0 ? Double.NaN : Samples.mean(candidate) / mean - 1;
    }

    /**
     * Returns the interval of {@link #change}.
     *
     * @param base at least two values
     * @param candidate at least two values; for pairs, as many as the base
     * @param alpha of the test; where no p-value of so few values is below, the smallest possible one counts instead, and the level of
     *     the interval says so
     * @return empty if a value is negative or the base's mean is 0
     */
    public static Optional<ConfidenceInterval> of(
            SignificanceTest test, Design design, double[] base, double[] candidate, double alpha) {
        if (Double.isNaN(change(base, candidate))
                || DoubleStream.concat(Arrays.stream(base), Arrays.stream(candidate))
                        .anyMatch(value -> value < 0)) {
            return Optional.empty();
        }
        Optional<ConfidenceInterval> interval = test == SignificanceTest.PERMUTATION
                ? Optional.of(thresholds(design, base, candidate).interval(alpha))
                : searched(test, design, base, candidate, alpha);
        return interval.map(found -> agreeing(found, test, design, base, candidate, alpha));
    }

    private static Thresholds thresholds(Design design, double[] base, double[] candidate) {
        return design == Design.PAIRED
                ? SignFlips.thresholds(base, candidate)
                : Permutations.thresholds(base, candidate);
    }

    /** An end at zero itself may be on the wrong side by a rounding error. */
    private static ConfidenceInterval agreeing(
            ConfidenceInterval interval,
            SignificanceTest test,
            Design design,
            double[] base,
            double[] candidate,
            double alpha) {
        boolean rejected = test.pValue(design, base, candidate) <= Math.max(alpha, 1 - interval.level()) + ROUNDING;
        double change = change(base, candidate);
        double low = rejected && change > 0 ? Math.max(Double.MIN_NORMAL, interval.low()) : interval.low();
        double high = rejected && change < 0 ? Math.min(-Double.MIN_NORMAL, interval.high()) : interval.high();
        if (!rejected) {
            low = Math.min(0, low);
            high = Math.max(0, high);
        }
        return new ConfidenceInterval(low, high, interval.level());
    }

    private static Optional<ConfidenceInterval> searched(
            SignificanceTest test, Design design, double[] base, double[] candidate, double alpha) {
        double reachable = Math.max(alpha, test.smallestP(design, base.length, candidate.length));
        DoublePredicate holds = ratio -> test.pValue(design, stretched(base, ratio), candidate) > reachable;
        double middle = middle(test, design, base, candidate);
        if (!(middle > 0 && middle < MOST)) {
            return Optional.empty();
        }
        return Optional.of(
                new ConfidenceInterval(end(holds, middle, 1 / STEP) - 1, end(holds, middle, STEP) - 1, 1 - reachable));
    }

    private static double[] stretched(double[] values, double ratio) {
        return Arrays.stream(values).map(value -> value * ratio).toArray();
    }

    /** A ratio that is not rejected: for ranks, the median of all ratios. */
    private static double middle(SignificanceTest test, Design design, double[] base, double[] candidate) {
        if (test != SignificanceTest.MANN_WHITNEY) {
            return 1 + change(base, candidate);
        }
        double[] ratios = new double[design == Design.PAIRED ? base.length : base.length * candidate.length];
        Arrays.setAll(
                ratios,
                i -> design == Design.PAIRED
                        ? candidate[i] / base[i]
                        : candidate[i / base.length] / base[i % base.length]);
        return Trend.median(ratios);
    }

    /** The last ratio in a direction that is not rejected. */
    private static double end(DoublePredicate holds, double middle, double step) {
        double inside = middle;
        double outside = middle * step;
        while (holds.test(outside)) {
            inside = outside;
            outside *= step;
            if (!(outside < MOST)) {
                return Double.POSITIVE_INFINITY;
            }
            if (!(outside > 1 / MOST)) {
                return 0;
            }
        }
        for (int i = 0; i < HALVINGS; i++) {
            double between = Math.sqrt(inside * outside);
            if (holds.test(between)) {
                inside = between;
            } else {
                outside = between;
            }
        }
        return inside;
    }
}
