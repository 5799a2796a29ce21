package io.twohop.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How often a change that is there is found with the number of forks that a pilot of a few asks for, and how often the pilot
 * itself denies it: by the formula in use, and by two that are not. Not a test, since it only counts; see docs/COMPARING.md for
 * the command and what it found.
 */
public final class FoundAsPromised {
    private static final int PILOTS = 5_000;
    private static final double ALPHA = 0.05;
    private static final double DIFFERENCE = 5;
    private static final double SKEW = 0.6;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);
    private static final SplittableRandom RANDOM = new SplittableRandom(3);

    private final Design design;
    private final DoubleSupplier deviations;
    private final double spread;

    private FoundAsPromised(Design design, DoubleSupplier deviations, double spread) {
        this.design = design;
        this.deviations = deviations;
        this.spread = spread;
    }

    /** Asks for a number of forks. */
    private interface Formula {
        long forks(double[] base, double[] candidate);
    }

    /** @param args "skewed" for log-normal forks instead of normal ones; "changes" for how often changes of several sizes are found */
    public static void main(String[] args) {
        if (List.of(args).contains("changes")) {
            changes();
            return;
        }
        DoubleSupplier deviations = List.of(args).contains("skewed") ? FoundAsPromised::skewed : RANDOM::nextGaussian;
        for (Design design : Design.values()) {
            for (double spread : new double[] {2.5, 5}) {
                FoundAsPromised simulation = new FoundAsPromised(design, deviations, spread);
                for (int forks = 3; forks <= 6; forks++) {
                    System.out.printf(Locale.ROOT, "%-8s spread %.1f, pilot of %d:", design, spread, forks);
                    simulation.run("as if known", forks, simulation::asIfKnown);
                    simulation.run("upper bound", forks, simulation::upperBound);
                    simulation.run("on average", forks, simulation::onAverage);
                    System.out.println();
                }
            }
        }
    }

    /** Prints the share of changes found, by forks and spread, without a pilot; the first change is none. */
    private static void changes() {
        for (double spread : new double[] {2, 5, 10}) {
            FoundAsPromised simulation = new FoundAsPromised(Design.UNPAIRED, RANDOM::nextGaussian, spread);
            for (int forks : new int[] {6, 10, 20}) {
                System.out.printf(Locale.ROOT, "%2d forks, spread %2.0f %%:", forks, spread);
                for (double change : new double[] {0, 5, 10, 20}) {
                    int found = 0;
                    for (int draw = 0; draw < PILOTS; draw++) {
                        found += simulation.isFound(simulation.values(forks, 0), simulation.values(forks, change))
                                ? 1
                                : 0;
                    }
                    System.out.printf(Locale.ROOT, "  %.0f %%: %.0f %%", change, 100.0 * found / PILOTS);
                }
                System.out.println();
            }
        }
    }

    /** Of mean 0 and deviation 1. */
    private static double skewed() {
        double half = SKEW * SKEW / 2;
        double deviation = Math.exp(half) * Math.sqrt(Math.expm1(2 * half));
        return (Math.exp(SKEW * RANDOM.nextGaussian()) - Math.exp(half)) / deviation;
    }

    private void run(String name, int forks, Formula formula) {
        int found = 0;
        int denied = 0;
        long[] asked = new long[PILOTS];
        for (int pilot = 0; pilot < PILOTS; pilot++) {
            double[] base = values(forks, 0);
            double[] candidate = values(forks, DIFFERENCE);
            asked[pilot] = formula.forks(base, candidate);
            int size = (int) asked[pilot];
            found += isFound(values(size, 0), values(size, DIFFERENCE)) ? 1 : 0;
            denied += forks >= asked[pilot] && !isFound(base, candidate) ? 1 : 0;
        }
        Arrays.sort(asked);
        System.out.printf(
                Locale.ROOT,
                "  %s: %d forks, found %.0f %%, denied %.1f %%",
                name,
                asked[PILOTS / 2],
                100.0 * found / PILOTS,
                100.0 * denied / PILOTS);
    }

    /** By permutations of a few; of more values, t comes to nearly the same and is quicker. */
    private boolean isFound(double[] base, double[] candidate) {
        SignificanceTest test = base.length <= 8 ? SignificanceTest.PERMUTATION : SignificanceTest.T;
        return test.pValue(design, base, candidate) <= ALPHA;
    }

    private long asIfKnown(double[] base, double[] candidate) {
        return forks(variance(base, candidate));
    }

    /** Of the variance; the true one is larger once in five pilots. */
    private long upperBound(double[] base, double[] candidate) {
        double freedom = design == Design.PAIRED ? base.length - 1 : 2.0 * base.length - 2;
        double low = ChiSquaredDistribution.of(freedom).inverseCumulativeProbability(1 - SampleSize.POWER);
        return forks(variance(base, candidate) * freedom / low);
    }

    private long onAverage(double[] base, double[] candidate) {
        return SampleSize.of(SignificanceTest.PERMUTATION, design, base, candidate, DIFFERENCE, ALPHA);
    }

    private double variance(double[] base, double[] candidate) {
        return design == Design.PAIRED
                ? Samples.variance(Samples.differences(base, candidate))
                : Samples.variance(base) + Samples.variance(candidate);
    }

    private long forks(double variance) {
        double z = NORMAL.inverseSurvivalProbability(ALPHA / 2) + NORMAL.inverseCumulativeProbability(SampleSize.POWER);
        double forks = Math.ceil(z * z * variance / (DIFFERENCE * DIFFERENCE)) + (design == Design.PAIRED ? 2 : 1);
        return (long) Math.max(SampleSize.toReach(SignificanceTest.PERMUTATION, design, ALPHA), forks);
    }

    private double[] values(int count, double mean) {
        double[] values = new double[count];
        Arrays.setAll(values, i -> mean + spread * deviations.getAsDouble());
        return values;
    }
}
