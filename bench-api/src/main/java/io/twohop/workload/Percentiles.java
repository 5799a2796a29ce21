package io.twohop.workload;

/** How deep a number of samples lets one look. */
public final class Percentiles {
    /** A percentile is stated only when this number of samples lies beyond it; fewer would be the story of single messages. */
    public static final int SAMPLES_BEYOND = 10;

    private static final double[] STATED = {50, 90, 99, 99.9, 99.99, 99.999, 99.9999};

    /** Of what {@code 100 - percentile} loses as a binary fraction. */
    private static final double ROUNDING = 1e-6;

    private Percentiles() {}

    /**
     * Whether the samples are enough to state a percentile.
     *
     * @param percentile above 0; 100 is the largest sample
     */
    public static boolean supports(double samples, double percentile) {
        return samples >= samplesNeeded(percentile) - ROUNDING;
    }

    /** How many samples it takes to state a percentile: one for those up to the median, and for the largest sample. */
    public static double samplesNeeded(double percentile) {
        return percentile <= 50 || percentile == 100 ? 1 : SAMPLES_BEYOND / (1 - percentile / 100);
    }

    /** Those that results have, as deep as their samples allow. */
    public static double[] stated() {
        return STATED.clone();
    }

    /** A percentile's name, such as {@code p99.9}. */
    public static String label(double percentile) {
        return percentile == Math.rint(percentile) ? "p" + (long) percentile : "p" + percentile;
    }
}
