package io.twohop.stats;

import java.util.Arrays;

/**
 * The ratios of candidate to base at which a test that counts regroupings changes its p-value: assuming that the candidate's values are
 * {@code ratio} times those of the base, a regrouping is as extreme as the observed one from its threshold on. The changes that the test
 * does not reject lie between two of the thresholds.
 *
 * <p>Sources: J. A. Hartigan, "Using Subsample Values as Typical Values" (1969); P. H. Garthwaite, "Confidence Intervals from
 * Randomization Tests" (1996).
 *
 * @param lows thresholds below the observed ratio, one for each regrouping that changes anything
 * @param highs thresholds above the observed ratio, likewise
 * @param same regroupings that change nothing, the observed one included
 * @param ways all regroupings
 * @param sides how often a regrouping counts in a two-sided p-value
 */
record Thresholds(double[] lows, double[] highs, long same, double ways, int sides) {
    private static final double ROUNDING = 1e-9;

    /** Returns the interval of the change, which is the ratio less one. */
    ConfidenceInterval interval(double alpha) {
        // So many regroupings may be as extreme for a p-value that rejects; with fewer forks than alpha takes, the
        // least there is.
        long rejected = Math.max(same, (long) Math.floor(alpha * ways / sides + ROUNDING));
        int rank = (int) (rejected - same);
        Arrays.sort(lows);
        Arrays.sort(highs);
        double low = rank < lows.length ? lows[rank] : Double.POSITIVE_INFINITY;
        double high = rank < highs.length ? highs[highs.length - 1 - rank] : Double.NEGATIVE_INFINITY;
        double level = 1 - sides * rejected / ways;
        return low > high ? null : new ConfidenceInterval(low - 1, high - 1, level);
    }
}
