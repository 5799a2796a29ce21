package io.twohop.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Change points of a series by E-divisive. A stretch of the series is divided where its two parts differ most, if few random orders
 * of the same values can be divided as well; then each part is looked at in the same way. It assumes no distribution, but that
 * values between two changes may be exchanged: neighbours that resemble each other look like changes.
 *
 * <p>A stretch of few values has few orders, so that no permutation test can find a change in it, however large. Such a stretch, as
 * between a change and the newest value, is tested by Student's t, as Hunter does with all (M. Fleming, P. Kolaczkowski and
 * others, "Hunter: Using Change Point Detection to Hunt for Performance Regressions", 2023), here corrected for every division
 * that was tried.
 *
 * <p>Sources: {@link Divergence}; D. Daly, W. Brown, H. Ingo, J. O'Leary and D. Bradford, "The Use of Change Point Detection to
 * Identify Software Performance Regressions in a Continuous Integration System" (2020); for the one added to counts, B. Phipson
 * and G. K. Smyth, "Permutation p-values should never be zero" (2010). The first of them permutes all stretches at once and
 * compares the largest statistic of any. Here each is tested by itself: a noisy stretch then hides no change in a quiet one, and
 * alpha holds for each stretch.
 *
 * <p>Time and memory of a stretch grow with the square of its length, so a long series is examined in windows.
 */
public final class EDivisive {
    /** The test examines a longer series in stretches of this length. */
    static final int WINDOW = 200;

    /** A change beyond this place of a window is left to the next window, which has more values after it. */
    private static final int LATE = WINDOW * 3 / 4;

    private static final int FEWEST_PERMUTATIONS = 999;

    /** Number of random orders below alpha that a stretch needs at least. */
    private static final double ROOM = 5;

    /** Sums of the same values in another order differ by rounding. */
    private static final double SAME = 1e-12;

    private static final long SEED = 42;

    private final double[] series;
    private final double alpha;
    private final int fewest;
    private final int permutations;
    private final List<Division> found = new ArrayList<>();

    private EDivisive(double[] series, double alpha, int fewest) {
        this.series = series;
        this.alpha = alpha;
        this.fewest = fewest;
        permutations = permutations(alpha);
    }

    /**
     * A change point.
     *
     * @param at index of the first value after it
     * @param statistic of the stretch that it divided
     * @param pValue share of the orders of that stretch that can be divided as well or better; of a short one, Student's
     */
    public record Division(int at, double statistic, double pValue) {}

    /**
     * Finds changes.
     *
     * @param series values in order
     * @param alpha the probability to see a change in a stretch that has none, above 0 and below 1; in each window of a longer one
     * @param fewest values between two changes and at the ends, 1 or more
     * @return in the order of the series
     */
    public static List<Division> of(double[] series, double alpha, int fewest) {
        EDivisive divisive = new EDivisive(series, alpha, fewest);
        int from = 0;
        while (series.length - from > WINDOW) {
            from = divisive.window(from);
        }
        // The last stretch reaches back as far as it may, so that one more value does not take away half of what a late
        // change is seen by.
        int last = divisive.found.isEmpty()
                ? 0
                : divisive.found.get(divisive.found.size() - 1).at();
        divisive.divide(Math.max(last, series.length - WINDOW), series.length);
        return List.copyOf(divisive.found);
    }

    /** Divides a window and returns where the next one begins: at the last change, or in the middle if it finds none. */
    private int window(int from) {
        int before = found.size();
        divide(from, from + WINDOW);
        while (found.size() > before && found.get(found.size() - 1).at() >= from + LATE) {
            found.remove(found.size() - 1);
        }
        return found.size() > before ? found.get(found.size() - 1).at() : from + WINDOW / 2;
    }

    private void divide(int from, int to) {
        if (to - from < 2 * fewest) {
            return;
        }
        double[] stretch = new double[to - from];
        System.arraycopy(series, from, stretch, 0, stretch.length);
        Divergence divergence = new Divergence(stretch.length, fewest);
        Divergence.Best best = divergence.of(stretch);
        double pValue = canBePermuted(stretch.length)
                ? permuted(divergence, stretch, best)
                : student(divergence, stretch, best);
        if (pValue <= alpha) {
            int at = from + best.at();
            divide(from, at);
            found.add(new Division(at, best.statistic(), pValue));
            divide(at, to);
        }
    }

    /** Returns the p-value, which above alpha is only a lower bound: counting stops there. */
    private double permuted(Divergence divergence, double[] stretch, Divergence.Best best) {
        double observed = best.statistic();
        double least = observed - SAME * Math.abs(observed);
        SplittableRandom random = new SplittableRandom(SEED);
        double[] order = stretch.clone();
        int asGood = 1;
        for (int i = 0; i < permutations && asGood <= alpha * (permutations + 1); i++) {
            shuffle(order, random);
            asGood += divergence.of(order).statistic() >= least ? 1 : 0;
        }
        return asGood / (permutations + 1.0);
    }

    private static void shuffle(double[] values, SplittableRandom random) {
        for (int i = values.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            double value = values[i];
            values[i] = values[other];
            values[other] = value;
        }
    }

    /** Returns the number of random orders to try: the smaller alpha, the more. */
    private static int permutations(double alpha) {
        return (int) Math.max(FEWEST_PERMUTATIONS, Math.ceil(ROOM / alpha) - 1);
    }

    /** The best division, in the middle, is as good for all orders of each half, and for the halves the other way round. */
    private boolean canBePermuted(int count) {
        return 2 / Permutations.ways(count / 2, count - count / 2) <= alpha;
    }

    private static double student(Divergence divergence, double[] stretch, Divergence.Best best) {
        double[] before = Arrays.copyOf(stretch, best.at());
        double[] after = Arrays.copyOfRange(stretch, best.at(), best.end());
        boolean hasSpread = before.length > 1 && after.length > 1;
        return hasSpread ? Math.min(1, divergence.divisions() * SignificanceTest.T.pValue(before, after)) : 1;
    }
}
