package io.twohop.result;

/**
 * How well the figure is known that decided the number of forks.
 *
 * @param figure a column of {@code forks.csv}
 * @param wantedShare half the width of the 95 % confidence interval of its mean over forks, as a share of it, that was asked for
 * @param reachedShare the one that was reached; null with fewer than five forks that have the figure
 */
public record ReachedPrecision(String figure, double wantedShare, Double reachedShare) {
    /** Whether there were forks enough. */
    public boolean isReached() {
        return reachedShare != null && reachedShare <= wantedShare;
    }
}
