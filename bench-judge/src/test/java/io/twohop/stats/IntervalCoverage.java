package io.twohop.stats;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Counts how often intervals hold the true change, by noise and number of forks. The candidate's forks are those of the base, stretched
 * by a tenth.
 */
final class IntervalCoverage {
    static final double ALPHA = 0.05;
    private static final double CHANGE = 0.1;

    /** Beyond, drawing all regroupings takes too long: whether an interval holds a change is what the test says of that change. */
    private static final int MOST_INTERVALS = 9;

    private static final int MOST_PAIRS = 12;

    /** A distribution of forks, all above 0. */
    enum Noise {
        NORMAL(random -> 100 + 5 * random.nextGaussian()),
        LOGNORMAL(random -> 100 * Math.exp(0.6 * random.nextGaussian())),
        /** Student's t with two degrees of freedom: no variance. */
        T2(random -> Math.abs(100 + 5 * random.nextGaussian() / Math.sqrt(-Math.log(random.nextDouble())))),
        /** With a shape of 1.5: no variance. */
        PARETO(random -> 100 * Math.pow(1 - random.nextDouble(), -1 / 1.5));

        private final ToDoubleFunction<SplittableRandom> draw;

        Noise(ToDoubleFunction<SplittableRandom> draw) {
            this.draw = draw;
        }

        double[] draw(SplittableRandom random, int count, double factor) {
            double[] values = new double[count];
            Arrays.setAll(values, i -> factor * draw.applyAsDouble(random));
            return values;
        }
    }

    private IntervalCoverage() {}

    /**
     * Counts.
     *
     * @return the share of draws whose interval holds the change
     */
    static double of(SignificanceTest test, Design design, Noise noise, int forks, int draws) {
        SplittableRandom random = new SplittableRandom(forks);
        int held = 0;
        for (int draw = 0; draw < draws; draw++) {
            double[] base = noise.draw(random, forks, 1);
            double[] candidate = noise.draw(random, forks, 1 + CHANGE);
            held += holds(test, design, base, candidate) ? 1 : 0;
        }
        return (double) held / draws;
    }

    private static boolean holds(SignificanceTest test, Design design, double[] base, double[] candidate) {
        if (test == SignificanceTest.PERMUTATION
                && base.length > (design == Design.PAIRED ? MOST_PAIRS : MOST_INTERVALS)) {
            double[] stretched =
                    Arrays.stream(base).map(value -> value * (1 + CHANGE)).toArray();
            return test.pValue(design, stretched, candidate) > ALPHA;
        }
        ConfidenceInterval interval =
                ChangeInterval.of(test, design, base, candidate, ALPHA).orElseThrow();
        return interval.low() <= CHANGE && CHANGE <= interval.high();
    }

    /** Prints the documentation's table; the argument is the number of draws. */
    public static void main(String[] arguments) {
        int draws = Integer.parseInt(arguments[0]);
        for (Design design : Design.values()) {
            for (Noise noise : Noise.values()) {
                for (int forks : new int[] {4, 6, 10, 20}) {
                    System.out.printf(
                            Locale.ROOT,
                            "%-8s %-9s %2d forks: %.1f %% of %,d%n",
                            design,
                            noise,
                            forks,
                            100 * of(SignificanceTest.PERMUTATION, design, noise, forks, draws),
                            draws);
                }
            }
        }
    }
}
