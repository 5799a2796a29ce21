package io.twohop.stats;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * The permutation test of a difference of means: exact where all ways of dealing the values to two groups can be tried, by
 * random ones otherwise. Two-sided as twice the smaller tail, as in SciPy.
 *
 * <p>Source: E. J. G. Pitman, "Significance tests which may be applied to samples from any populations" (1937); for the one
 * added to random counts, B. Phipson and G. K. Smyth, "Permutation p-values should never be zero" (2010).
 */
final class Permutations {
    private static final int MOST_WAYS = 200_000;
    private static final int RANDOM_WAYS = 100_000;
    private static final int FEWEST_RANDOM_WAYS = 10_000;

    /** Number of values dealt in all random ways together, beyond which there are fewer ways. */
    private static final int MOST_DEALT = 10_000_000;

    /** Sums of the same values in another order differ by rounding. */
    private static final double SAME = 1e-12;

    private static final long SEED = 42;

    private final double[] pooled;
    private final int size;
    private final double observed;
    private final double tolerance;
    private long ways;
    private long smaller;
    private long larger;

    private Permutations(double[] base, double[] candidate) {
        pooled = new double[base.length + candidate.length];
        System.arraycopy(candidate, 0, pooled, 0, candidate.length);
        System.arraycopy(base, 0, pooled, candidate.length, base.length);
        size = candidate.length;
        observed = sum(candidate);
        tolerance = SAME * Math.max(Math.abs(observed), Math.abs(sum(pooled)));
    }

    /** Returns the number of ways to deal values to two groups of these sizes. */
    static double ways(int first, int second) {
        double ways = 1;
        for (int i = 1; i <= first; i++) {
            ways = ways * (second + i) / i;
        }
        return Math.rint(ways);
    }

    static double pValue(double[] base, double[] candidate) {
        Permutations permutations = new Permutations(base, candidate);
        if (ways(base.length, candidate.length) <= MOST_WAYS) {
            permutations.all(0, 0, 0);
        } else {
            permutations.random();
        }
        return permutations.twoSided();
    }

    /** Returns the thresholds of the same regroupings, in the same random ways. */
    static Thresholds thresholds(double[] base, double[] candidate) {
        Ratios ratios = new Ratios(base, candidate);
        double ways = ways(base.length, candidate.length);
        if (ways <= MOST_WAYS) {
            ratios.all(0, 0, 0, 0);
        } else {
            ways = randomWays(base.length + candidate.length) + 1.0;
            ratios.random();
        }
        double[] all = Arrays.copyOf(ratios.values, ratios.count);
        return new Thresholds(all, all.clone(), ratios.same, ways, 2);
    }

    /** Ratios of the values that leave the candidate's group to those that enter it: there, a regrouping has the observed difference. */
    private static final class Ratios {
        private final double[] base;
        private final double[] candidate;
        private final double[] values;
        private int count;
        private long same;

        Ratios(double[] base, double[] candidate) {
            this.base = base;
            this.candidate = candidate;
            values = new double[(int) Math.min(MOST_WAYS, ways(base.length, candidate.length)) + 1];
        }

        private void all(int from, int chosen, double out, double in) {
            if (chosen == candidate.length) {
                add(out, in);
                return;
            }
            for (int i = from; i <= candidate.length + base.length - (candidate.length - chosen); i++) {
                if (i < candidate.length) {
                    all(i + 1, chosen + 1, out, in);
                    out += candidate[i];
                } else {
                    all(i + 1, chosen + 1, out, in + base[i - candidate.length]);
                }
            }
        }

        private void random() {
            same++;
            SplittableRandom random = new SplittableRandom(SEED);
            int[] dealt = IntStream.range(0, candidate.length + base.length).toArray();
            int ways = randomWays(dealt.length);
            for (int way = 0; way < ways; way++) {
                double in = 0;
                for (int i = 0; i < candidate.length; i++) {
                    int other = i + random.nextInt(dealt.length - i);
                    int value = dealt[other];
                    dealt[other] = dealt[i];
                    dealt[i] = value;
                    in += value < candidate.length ? 0 : base[value - candidate.length];
                }
                double out = 0;
                for (int i = candidate.length; i < dealt.length; i++) {
                    out += dealt[i] < candidate.length ? candidate[dealt[i]] : 0;
                }
                add(out, in);
            }
        }

        private void add(double out, double in) {
            if (out == 0 && in == 0) {
                same++;
            } else {
                values[count++] = out / in;
            }
        }
    }

    private static int randomWays(int values) {
        return Math.max(FEWEST_RANDOM_WAYS, Math.min(RANDOM_WAYS, MOST_DEALT / values));
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum;
    }

    /** Compares the sum of the candidates only, since the sum of all values stays the same. */
    private void all(int from, int chosen, double sum) {
        if (chosen == size) {
            count(sum);
            return;
        }
        for (int i = from; i <= pooled.length - (size - chosen); i++) {
            all(i + 1, chosen + 1, sum + pooled[i]);
        }
    }

    /** Counts the observed way as one of them. */
    private void random() {
        count(observed);
        SplittableRandom random = new SplittableRandom(SEED);
        double[] dealt = pooled.clone();
        int tried = randomWays(dealt.length);
        for (int way = 0; way < tried; way++) {
            double sum = 0;
            for (int i = 0; i < size; i++) {
                int other = i + random.nextInt(dealt.length - i);
                double value = dealt[other];
                dealt[other] = dealt[i];
                dealt[i] = value;
                sum += value;
            }
            count(sum);
        }
    }

    private void count(double sum) {
        ways++;
        smaller += sum <= observed + tolerance ? 1 : 0;
        larger += sum >= observed - tolerance ? 1 : 0;
    }

    private double twoSided() {
        return Math.min(1, 2.0 * Math.min(smaller, larger) / ways);
    }
}
