package io.twohop.stats;

import java.util.SplittableRandom;

/**
 * The smallest change that is found four times out of five. Forks are drawn with replacement from two runs of the same thing, and one
 * side's values are multiplied by a factor. So the noise is the machine's own, whatever its distribution.
 *
 * <p>Source: B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 25.
 */
public final class DetectionPower {
    private static final int TRIALS = 200;
    private static final long SEED = 42;

    /** Enough for a twentieth of the change; drawing is no more certain. */
    private static final int STEPS = 8;

    private static final double SMALLEST = 0.001;
    private static final double LARGEST = 10;

    private final SignificanceTest test;
    private final Design design;
    private final double alpha;
    private final double[] base;
    private final double[] candidate;

    /**
     * Creates the power of comparing two runs of the same thing.
     *
     * @param base one value for each fork
     * @param candidate values of the other run; for pairs, as many
     */
    public DetectionPower(SignificanceTest test, Design design, double alpha, double[] base, double[] candidate) {
        this.test = test;
        this.design = design;
        this.alpha = alpha;
        this.base = base;
        this.candidate = candidate;
    }

    /** Returns how often a number of forks of each side finds a change by a factor. */
    public double power(int forks, double factor) {
        Draws draws = new Draws(forks);
        int found = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            found += draws.find(factor) ? 1 : 0;
        }
        return (double) found / TRIALS;
    }

    /** Returns whether the change is found four times out of five; drawing ends as soon as that is decided. */
    private boolean isFound(int forks, double factor) {
        Draws draws = new Draws(forks);
        double missed = (1 - SampleSize.POWER) * TRIALS;
        for (int trial = 0; trial < TRIALS; trial++) {
            missed -= draws.find(factor) ? 0 : 1;
            if (missed < 0) {
                return false;
            }
        }
        return true;
    }

    /** Draws of forks, the same for every factor. */
    private final class Draws {
        private final SplittableRandom random = new SplittableRandom(SEED);
        private final double[] before;
        private final double[] after;

        Draws(int forks) {
            before = new double[forks];
            after = new double[forks];
        }

        /** Returns whether the next draw finds a change by a factor. */
        boolean find(double factor) {
            for (int fork = 0; fork < before.length; fork++) {
                if (design == Design.PAIRED) {
                    int round = random.nextInt(base.length);
                    // Where both are alike, a round may as well have been the other way round.
                    boolean swapped = random.nextBoolean();
                    before[fork] = swapped ? candidate[round] : base[round];
                    after[fork] = factor * (swapped ? base[round] : candidate[round]);
                } else {
                    before[fork] = any();
                    after[fork] = factor * any();
                }
            }
            return test.pValue(design, before, after) <= alpha;
        }

        private double any() {
            int index = random.nextInt(base.length + candidate.length);
            return index < base.length ? base[index] : candidate[index - base.length];
        }
    }

    /** Returns the smallest rise that is found four times out of five, as a share; NaN if not even a tenfold one is. */
    public double smallestChange(int forks) {
        if (!isFound(forks, 1 + LARGEST)) {
            return Double.NaN;
        }
        double low = Math.log(SMALLEST);
        double high = Math.log(LARGEST);
        for (int step = 0; step < STEPS; step++) {
            double middle = (low + high) / 2;
            if (isFound(forks, 1 + Math.exp(middle))) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return Math.exp(high);
    }
}
