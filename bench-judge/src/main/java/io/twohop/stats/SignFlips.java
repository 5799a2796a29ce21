package io.twohop.stats;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The permutation test of pairs. If nothing differs, the two values of a round could as well be swapped:
 * each difference may have either sign. Exact where all patterns of signs can be tried, by random ones otherwise. Two-sided:
 * a pattern counts where its sum is as far from 0 as the observed one, in either direction.
 *
 * <p>Source: R. A. Fisher, "The Design of Experiments" (1935), section 21; for the one added to random counts, as in {@link
 * Permutations}.
 */
final class SignFlips {
    /** Enough for all patterns of 17 differences. */
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

    /** Returns the number of patterns of signs. */
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

    /** Returns the thresholds of the same patterns, in the same random ways; of a pattern and its opposite, whichever comes first. */
    static Thresholds thresholds(double[] base, double[] candidate) {
        double patterns = patterns(base.length) / 2;
        boolean all = 2 * patterns <= MOST_PATTERNS;
        Ratios ratios = new Ratios(base, candidate, all ? (int) patterns : RANDOM_PATTERNS);
        if (all) {
            ratios.all(1, 0, 0);
        } else {
            patterns = RANDOM_PATTERNS + 1.0;
            ratios.random();
        }
        return new Thresholds(
                Arrays.copyOf(ratios.lows, ratios.count),
                Arrays.copyOf(ratios.highs, ratios.count),
                ratios.same,
                patterns,
                1);
    }

    /** Ratios of the sums over the pairs whose sign changes: there, their differences cancel out. */
    private static final class Ratios {
        private final double[] base;
        private final double[] candidate;
        private final double before;
        private final double after;
        private final double[] lows;
        private final double[] highs;
        private int count;
        private long same;

        Ratios(double[] base, double[] candidate, int most) {
            this.base = base;
            this.candidate = candidate;
            lows = new double[most];
            highs = new double[most];
            before = Arrays.stream(base).sum();
            after = Arrays.stream(candidate).sum();
        }

        private void all(int from, double in, double out) {
            if (from == base.length) {
                add(in, out);
                return;
            }
            all(from + 1, in, out);
            all(from + 1, in + base[from], out + candidate[from]);
        }

        private void random() {
            same++;
            SplittableRandom random = new SplittableRandom(SEED);
            for (int pattern = 0; pattern < RANDOM_PATTERNS; pattern++) {
                double in = 0;
                double out = 0;
                for (int i = 0; i < base.length; i++) {
                    boolean flipped = !random.nextBoolean();
                    in += flipped ? base[i] : 0;
                    out += flipped ? candidate[i] : 0;
                }
                add(in, out);
            }
        }

        private void add(double in, double out) {
            double flipped = out / in;
            double others = (after - out) / (before - in);
            if (Double.isNaN(flipped) || Double.isNaN(others)) {
                same++;
            } else {
                lows[count] = Math.min(flipped, others);
                highs[count++] = Math.max(flipped, others);
            }
        }
    }

    private void all(int from, double sum) {
        if (from == differences.length) {
            count(sum);
            return;
        }
        all(from + 1, sum + differences[from]);
        all(from + 1, sum - differences[from]);
    }

    /** Counts the observed pattern as one of them. */
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
