package io.twohop.stats;

/**
 * The best division of a series in two: the pair of a place and an end that maximizes the divergence of the values before the
 * place from those between it and the end.
 *
 * <p>Source: D. S. Matteson and N. A. James, "A Nonparametric Approach for Multiple Change Point Analysis of Multivariate Data"
 * (2014), equations 5 to 7, with alpha 1: distances are absolute differences. A group of one value has no distances of its own.
 */
final class Divergence {
    /**
     * A division.
     *
     * @param at index of the first value after it
     * @param end index after the last value that differs from those before it
     * @param statistic the paper's Q; 0 or less if the groups look alike
     */
    record Best(int at, int end, double statistic) {}

    private final int count;
    private final int fewest;

    /** Sums at {@code [i * (count + 1) + j]} of the distances of the first i values to the first j, for j of i and more. */
    private final double[] sums;

    /**
     * Creates room for series of one length.
     *
     * @param fewest values of a group, 1 or more; a series has twice as many, or more
     */
    Divergence(int count, int fewest) {
        this.count = count;
        this.fewest = fewest;
        sums = new double[(count + 1) * (count + 1)];
    }

    /** Returns the best division of a series, the first one if several are equal. */
    Best of(double[] values) {
        sum(values);
        Best best = new Best(fewest, count, Double.NEGATIVE_INFINITY);
        for (int place = fewest; place <= count - fewest; place++) {
            for (int end = place + fewest; end <= count; end++) {
                double statistic = statistic(place, end);
                if (statistic > best.statistic) {
                    best = new Best(place, end, statistic);
                }
            }
        }
        return best;
    }

    /** Returns the number of pairs of a place and an end. */
    int divisions() {
        int places = count - 2 * fewest + 1;
        return places * (places + 1) / 2;
    }

    private void sum(double[] values) {
        int width = count + 1;
        for (int i = 1; i <= count; i++) {
            double row = 0;
            for (int j = 1; j <= count; j++) {
                row += Math.abs(values[i - 1] - values[j - 1]);
                sums[i * width + j] = sums[(i - 1) * width + j] + row;
            }
        }
    }

    private double statistic(int place, int end) {
        int width = count + 1;
        double left = sums[place * width + place];
        double between = sums[place * width + end] - left;
        double right = sums[end * width + end] - 2 * between - left;
        double n = place;
        double m = end - place;
        // Twice the mean distance between the groups, less the mean distances within each.
        double within = mean(left, n) + mean(right, m);
        return n * m / (n + m) * (2 * between / (n * m) - within);
    }

    /** Each distance is in the sum twice, and those of a value to itself are 0. */
    private static double mean(double sum, double values) {
        return values < 2 ? 0 : sum / (values * (values - 1));
    }
}
