package io.twohop.stats;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Confidence intervals of a mean and of a relative change of means, by resampling forks, bias-corrected and accelerated
 * (BCa).
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
     * Where {@link #change} lies. Of pairs, whole rounds are resampled, so that what both had in common stays so.
     *
     * @param base at least two values
     * @param candidate at least two values; of pairs, as many
     * @param confidence such as 0.95
     * @return null where the change is no number
     */
    public static ConfidenceInterval ofChange(Design design, double[] base, double[] candidate, double confidence) {
        return design == Design.PAIRED
                ? ofChangeInRounds(base, candidate, confidence)
                : ofChange(base, candidate, confidence);
    }

    private static ConfidenceInterval ofChange(double[] base, double[] candidate, double confidence) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] changes = resampled(() -> {
            double mean = resampledMean(base, random);
            return resampledMean(candidate, random) / mean - 1;
        });
        return ofChange(
                change(base, candidate),
                changes,
                confidence,
                leavingOneOut(base, rest -> change(rest, candidate)),
                leavingOneOut(candidate, rest -> change(base, rest)));
    }

    private static ConfidenceInterval ofChangeInRounds(double[] base, double[] candidate, double confidence) {
        SplittableRandom random = new SplittableRandom(SEED);
        double[] changes = resampled(() -> {
            double before = 0;
            double after = 0;
            for (int i = 0; i < base.length; i++) {
                int round = random.nextInt(base.length);
                before += base[round];
                after += candidate[round];
            }
            return after / before - 1;
        });
        double[] withoutOne = IntStream.range(0, base.length)
                .mapToDouble(round -> change(without(base, round), without(candidate, round)))
                .toArray();
        return ofChange(change(base, candidate), changes, confidence, withoutOne);
    }

    private static ConfidenceInterval ofChange(
            double observed, double[] changes, double confidence, double[]... withoutOne) {
        if (Double.isNaN(observed) || changes.length < RESAMPLES) {
            return null;
        }
        return interval(observed, changes, acceleration(withoutOne), confidence);
    }

    /**
     * Where the mean of what forks come to lies.
     *
     * @param values at least two
     * @param confidence such as 0.95
     */
    public static ConfidenceInterval ofMean(double[] values, double confidence) {
        SplittableRandom random = new SplittableRandom(SEED);
        return interval(
                Samples.mean(values),
                resampled(() -> resampledMean(values, random)),
                acceleration(leavingOneOut(values, Samples::mean)),
                confidence);
    }

    private static ConfidenceInterval interval(
            double observed, double[] resampled, double acceleration, double confidence) {
        Arrays.sort(resampled);
        double below =
                Arrays.stream(resampled).filter(value -> value < observed).count();
        double equal =
                Arrays.stream(resampled).filter(value -> value == observed).count();
        double bias = NORMAL.inverseCumulativeProbability((below + equal / 2) / resampled.length);
        double tail = NORMAL.inverseCumulativeProbability((1 - confidence) / 2);
        if (Double.isInfinite(bias)) {
            return new ConfidenceInterval(resampled[0], resampled[resampled.length - 1]);
        }
        return new ConfidenceInterval(
                quantile(resampled, level(bias, acceleration, tail)),
                quantile(resampled, level(bias, acceleration, -tail)));
    }

    private static double level(double bias, double acceleration, double z) {
        double shifted = bias + z;
        return NORMAL.cumulativeProbability(bias + shifted / (1 - acceleration * shifted));
    }

    private static double[] resampled(DoubleSupplier statistic) {
        return DoubleStream.generate(statistic)
                .limit(RESAMPLES)
                .filter(Double::isFinite)
                .toArray();
    }

    private static double resampledMean(double[] values, SplittableRandom random) {
        double sum = 0;
        for (int i = 0; i < values.length; i++) {
            sum += values[random.nextInt(values.length)];
        }
        return sum / values.length;
    }

    /**
     * By the jackknife.
     *
     * @param groups of each group, the statistic without each of its values in turn
     */
    private static double acceleration(double[]... groups) {
        double cubes = 0;
        double squares = 0;
        for (double[] group : groups) {
            double mean = Samples.mean(group);
            int n = group.length;
            for (double statistic : group) {
                double influence = (n - 1) * (mean - statistic);
                cubes += Math.pow(influence, 3) / Math.pow(n, 3);
                squares += influence * influence / (n * (double) n);
            }
        }
        return squares == 0 ? 0 : cubes / (6 * Math.pow(squares, 1.5));
    }

    private static double[] leavingOneOut(double[] group, ToDoubleFunction<double[]> statistic) {
        return IntStream.range(0, group.length)
                .mapToDouble(i -> statistic.applyAsDouble(without(group, i)))
                .toArray();
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
