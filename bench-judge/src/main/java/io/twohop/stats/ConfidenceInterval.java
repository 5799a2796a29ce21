package io.twohop.stats;

/**
 * The ends of a confidence interval.
 *
 * @param low may be negative infinity
 * @param high may be infinity
 * @param level the confidence it really has, such as 0.969 where 0.95 was asked for and p-values come in steps
 */
public record ConfidenceInterval(double low, double high, double level) {
    /** Rounding errors of a level. */
    private static final double SAME = 1e-9;

    /** Returns whether the interval lies inside a range and has at least the confidence asked for. */
    public boolean isWithin(double from, double to, double confidence) {
        return level >= confidence - SAME && from <= low && high <= to;
    }
}
