package io.twohop.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How many forks it takes to find a difference.
 *
 * <p>Source: the usual normal approximation of the power of a two-sample test, or of a test of differences, for example R.
 * Jain, "The Art of Computer Systems Performance Analysis" (1991), chapter 13.
 */
public final class SampleSize {
    /** A difference that is there is found four times out of five. */
    public static final double POWER = 0.8;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private SampleSize() {}

    /**
     * Forks of each group.
     *
     * @param base at least two values
     * @param candidate at least two values; of pairs, as many
     * @param difference to be found, in the values' unit; above 0
     * @param alpha of the test, after the correction for many questions
     * @return at least what {@link #toReach} says
     */
    public static long of(
            SignificanceTest test, Design design, double[] base, double[] candidate, double difference, double alpha) {
        boolean paired = design == Design.PAIRED;
        double z = NORMAL.inverseCumulativeProbability(1 - alpha / 2) + NORMAL.inverseCumulativeProbability(POWER);
        double variance = paired
                ? Samples.variance(Samples.differences(base, candidate))
                : Samples.variance(base) + Samples.variance(candidate);
        double forks = z * z * variance / (difference * difference);
        // What the normal approximation leaves out for few values.
        int few = variance == 0 ? 0 : paired ? 2 : 1;
        return (long) Math.max(toReach(test, design, alpha), Math.ceil(forks) + few);
    }

    /** Forks of each group below which the test cannot come to that p-value at all. */
    public static int toReach(SignificanceTest test, Design design, double alpha) {
        int forks = 2;
        while (test.smallestP(design, forks, forks) > alpha) {
            forks++;
        }
        return forks;
    }
}
