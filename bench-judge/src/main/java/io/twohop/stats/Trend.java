package io.twohop.stats;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * Rise or fall of a series: the Mann-Kendall test, and Sen's slope.
 *
 * <p>Sources: H. B. Mann, "Nonparametric Tests Against Trend" (1945), with the variance for ties of M. G. Kendall, "Rank
 * Correlation Methods"; P. K. Sen, "Estimates of the Regression Coefficient Based on Kendall's Tau" (1968).
 *
 * @param slope Sen's, from one value to the next
 * @param change from the first value to the last along Sen's slope, as a share of the median; NaN if the median is 0
 * @param pValue two-sided, by the normal approximation; 1 for a constant series
 */
public record Trend(double slope, double change, double pValue) {
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** Returns the trend of two or more values at equal distances. */
    public static Trend of(double[] series) {
        int n = series.length;
        long rising = 0;
        double[] slopes = new double[n * (n - 1) / 2];
        int next = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                rising += Double.compare(series[j], series[i]) < 0 ? -1 : series[j] > series[i] ? 1 : 0;
                slopes[next++] = (series[j] - series[i]) / (j - i);
            }
        }
        double variance = variance(series);
        double p = variance == 0 ? 1 : 2 * NORMAL.cumulativeProbability(-Math.abs(rising) / Math.sqrt(variance));
        double slope = median(slopes);
        return new Trend(slope, slope * (n - 1) / median(series), p);
    }

    private static double variance(double[] series) {
        double[] sorted = series.clone();
        Arrays.sort(sorted);
        double ties = 0;
        for (int from = 0; from < sorted.length; ) {
            int to = from;
            while (to < sorted.length && sorted[to] == sorted[from]) {
                to++;
            }
            ties += term(to - from);
            from = to;
        }
        return (term(sorted.length) - ties) / 18;
    }

    private static double term(double count) {
        return count * (count - 1) * (2 * count + 5);
    }

    /** Returns the median of one or more values, in any order. */
    public static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
