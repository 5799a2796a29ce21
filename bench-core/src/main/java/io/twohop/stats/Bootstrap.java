package io.twohop.stats;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * A confidence interval of a relative change of means, by resampling the forks of both groups, bias-corrected and
 * accelerated (BCa).
 *
 * <p>Source: B. Efron, "Better Bootstrap Confidence Intervals" (1987).
 */
public final class Bootstrap {
    private static final int RESAMPLES = 50_000;
    private static final long SEED = 42;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private Bootstrap() {}

    /** By how much the candidate's mean is above the base's, as a share of the latter; NaN where that is 0. */
    public static double change(double[] base, double[] candidate) {
        double mean = Samples.mean(base);
        return mean == 0 ? Double.NaN : Samples.mean(candidate) / mean - 1;
    }

    /**
     * Where {@link #change} lies.
     *
     * @param base at least two values
     * @param candidate at least two values
     * @param confidence such as 0.95
     * @return null where the change is no number
     */
    public static Interval ofChange(double[] base, double[] candidate, double confidence) {
        double observed = change(base, candidate);
        double[] changes = resampled(base, candidate);
        if (Double.isNaN(observed) || changes.length < RESAMPLES) {
            return null;
        }
        Arrays.sort(changes);
        double below =
                Arrays.stream(changes).filter(change -> change < observed).count();
        double equal =
                Arrays.stream(changes).filter(change -> change == observed).count();
        double bias = NORMAL.inverseCumulativeProbability((below + equal / 2) / changes.length);
        double acceleration = acceleration(base, candidate);
        double tail = NORMAL.inverseCumulativeProbability((1 - confidence) / 2);
        if (Double.isInfinite(bias)) {
            return new Interval(changes[0], changes[changes.length - 1]);
        }
        return new Interval(
                quantile(changes, level(bias, acceleration, tail)),
                quantile(changes, level(bias, acceleration, -tail)));
    }

    private static double level(double bias, double acceleration, double z) {
        double shifted = bias + z;
        return NORMAL.cumulativeProbability(bias + shifted / (1 - acceleration * shifted));
    }

    private static double[] resampled(double[] base, double[] candidate) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] changes = new double[RESAMPLES];
        for (int i = 0; i < RESAMPLES; i++) {
            double mean = resampledMean(base, random);
            changes[i] = resampledMean(candidate, random) / mean - 1;
        }
        return Arrays.stream(changes).filter(Double::isFinite).toArray();
    }

    private static double resampledMean(double[] values, SplittableRandom random) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[random.nextInt(values.length)];
        }
        return sum / values.length;
    }

    /** By the jackknife over the values of each group in turn. */
    private static double acceleration(double[] base, double[] candidate) {
        double cubes = 0;
        double squares = 0;
        for (double[] group : new double[][] {base, candidate}) {
            double[] changes = new double[group.length];
            for (int i = 0; i < group.length; i++) {
                double[] rest = without(group, i);
                changes[i] = group == base ? change(rest, candidate) : change(base, rest);
            }
            double mean = Samples.mean(changes);
            int n = group.length;
            for (double change : changes) {
                double influence = (n - 1) * (mean - change);
                cubes += Math.pow(influence, 3) / Math.pow(n, 3);
                squares += influence * influence / (n * (double) n);
            }
        }
        return squares == 0 ? 0 : cubes / (6 * Math.pow(squares, 1.5));
    }

    private static double[] without(double[] values, int index) {
        double[] rest = new double[values.length - 1];
        System.arraycopy(values, 0, rest, 0, index);
        System.arraycopy(values, index + 1, rest, index, rest.length - index);
        return rest;
    }

    /** Between the two nearest values. */
    private static double quantile(double[] sorted, double level) {
        double at = level * (sorted.length - 1);
        int below = (int) Math.floor(at);
        int above = Math.min(sorted.length - 1, below + 1);
        return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
    }
}
