package io.twohop.result;

import java.util.Optional;

/**
 * The precision of the figure that decided the number of forks.
 *
 * @param figure a column of {@code forks.csv}
 * @param wantedShare the wanted precision: half the width of the 95 % confidence interval of its mean, as a share of the mean
 * @param reachedShare the reached precision; null if fewer than five forks have the figure
 */
public record ReachedPrecision(String figure, double wantedShare, Double reachedShare) {
    /** Returns whether the wanted precision was reached. */
    public boolean isReached() {
        return reached().filter(share -> share <= wantedShare).isPresent();
    }

    /** Returns the reached precision; empty if fewer than five forks have the figure. */
    public Optional<Double> reached() {
        return Optional.ofNullable(reachedShare);
    }
}
