package io.twohop.stats;

import java.util.SplittableRandom;

/**
 * The permutation test of pairs. Where nothing differs, the two values of a round may as well have been the other way round:
 * each difference may have either sign. Exact where all patterns of signs can be tried, by random ones otherwise. Two-sided:
 * a pattern counts where its sum is as far from 0 as the observed one, in either direction.
 *
 * <p>Source: R. A. Fisher, "The Design of Experiments" (1935), section 21; for the one added to random counts, as in {@link
 * Permutations}.
 */
final class SignFlips {
    /** All patterns of 17 differences. */
    private static final double MOST_PATTERNS = 200_000;

    private static final int RANDOM_PATTERNS = 100_000;

    /** Sums of the same values in another order differ by rounding. */
    private static final double SAME = 1e-12;

    private static final long SEED = 42;

    private final double[] differences;
    private final double far;
    private long patterns;
    private long asFar;

    private SignFlips(double[] differences) {
        this.differences = differences;
        double observed = 0;
        double most = 0;
        for (double difference : differences) {
            observed += difference;
            most += Math.abs(difference);
        }
        far = Math.abs(observed) - SAME * most;
    }

    /** In how many ways that many differences can have signs. */
    static double patterns(int pairs) {
        return Math.pow(2, pairs);
    }

    static double pValue(double[] differences) {
        SignFlips flips = new SignFlips(differences);
        if (patterns(differences.length) <= MOST_PATTERNS) {
            flips.all(0, 0);
        } else {
            flips.random();
        }
        return (double) flips.asFar / flips.patterns;
    }

    private void all(int from, double sum) {
        if (from == differences.length) {
            count(sum);
            return;
        }
        all(from + 1, sum + differences[from]);
        all(from + 1, sum - differences[from]);
    }

    /** The observed pattern counts as one of them. */
    private void random() {
        patterns++;
        asFar++;
        SplittableRandom random = new SplittableRandom(SEED);
        for (int pattern = 0; pattern < RANDOM_PATTERNS; pattern++) {
            double sum = 0;
            for (double difference : differences) {
                sum += random.nextBoolean() ? difference : -difference;
            }
            count(sum);
        }
    }

    private void count(double sum) {
        patterns++;
        asFar += Math.abs(sum) >= far ? 1 : 0;
    }
}
