package io.twohop.workload;

/** The percentiles that a number of samples supports. */
public final class Percentiles {
    /** Number of samples that must lie beyond a stated percentile; fewer would tell about single messages. */
    public static final int SAMPLES_BEYOND = 10;

    private static final double[] STATED = {50, 90, 99, 99.9, 99.99, 99.999, 99.9999};

    /** Tolerance for the error of {@code 100 - percentile} as a binary fraction. */
    private static final double ROUNDING = 1e-6;

    private Percentiles() {}

    /**
     * Returns whether the samples are enough to state a percentile.
     *
     * @param percentile above 0; 100 is the largest sample
     */
    public static boolean supports(double samples, double percentile) {
        return samples >= samplesNeeded(percentile) - ROUNDING;
    }

    /** Returns the number of samples that a percentile needs: one up to the median, and for the largest sample. */
    public static double samplesNeeded(double percentile) {
        return percentile <= 50 || percentile == 100 ? 1 : SAMPLES_BEYOND / (1 - percentile / 100);
    }

    /** Returns the percentiles that results state if they have enough samples. */
    public static double[] stated() {
        return STATED.clone();
    }

    /** Returns a percentile's name, such as {@code p99.9}. */
    public static String label(double percentile) {
        return percentile == Math.rint(percentile) ? "p" + (long) percentile : "p" + percentile;
    }
}
