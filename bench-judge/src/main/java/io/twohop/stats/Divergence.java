package io.twohop.stats;

import java.util.Arrays;

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

    /** Sum of the distances of each value to those before it. */
    private final double[] before;

    /**
     * Creates room for series of one length.
     *
     * @param fewest values of a group, 1 or more; a series has twice as many, or more
     */
    Divergence(int count, int fewest) {
        this.count = count;
        this.fewest = fewest;
        sums = new double[(count + 1) * (count + 1)];
        before = new double[count];
    }

    /** Returns the best division of a series, the first one if several are equal. */
    Best of(double[] values) {
        sum(values);
        int width = count + 1;
        int bestPlace = fewest;
        int bestEnd = count;
        double most = Double.NEGATIVE_INFINITY;
        for (int place = fewest; place <= count - fewest; place++) {
            double left = sums[place * width + place];
            double leftMean = left / Math.max(1, place - 1);
            for (int end = place + fewest; end <= count; end++) {
                double between = sums[place * width + end] - left;
                double right = sums[end * width + end] - 2 * between - left;
                int m = end - place;
                // The paper's Q: n m / (n + m) (2 between / (n m) - left / (n (n - 1)) - right / (m (m - 1))), sums
                // counting pairs twice.
                double statistic = (2 * between - m * leftMean - place * right / Math.max(1, m - 1)) / end;
                if (statistic > most) {
                    most = statistic;
                    bestPlace = place;
                    bestEnd = end;
                }
            }
        }
        return new Best(bestPlace, bestEnd, most);
    }

    /** Returns the number of pairs of a place and an end. */
    int divisions() {
        int places = count - 2 * fewest + 1;
        return places * (places + 1) / 2;
    }

    /** Each distance is read once for its row and once, by symmetry, for its column. */
    private void sum(double[] values) {
        int width = count + 1;
        Arrays.fill(before, 0);
        for (int i = 0; i < count; i++) {
            double value = values[i];
            double row = before[i];
            int above = i * width;
            int own = above + width;
            sums[own + i + 1] = sums[above + i + 1] + row;
            for (int j = i + 1; j < count; j++) {
                double distance = Math.abs(value - values[j]);
                before[j] += distance;
                row += distance;
                sums[own + j + 1] = sums[above + j + 1] + row;
            }
        }
    }
}
