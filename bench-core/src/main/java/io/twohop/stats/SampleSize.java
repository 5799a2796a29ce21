package io.twohop.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How many forks it takes to find a difference.
 *
 * <p>Source: the usual normal approximation of the power of a two-sample test, for example R. Jain, "The Art of Computer
 * Systems Performance Analysis" (1991), chapter 13.
 */
public final class SampleSize {
    /** A difference that is there is found four times out of five. */
    public static final double POWER = 0.8;

    /** What the normal approximation leaves out for few values. */
    private static final int FEW = 1;

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private SampleSize() {}

    /**
     * Forks of each group.
     *
     * @param base at least two values
     * @param candidate at least two values
     * @param difference to be found, in the values' unit; above 0
     * @param alpha of the test, after the correction for many questions
     * @return at least 2
     */
    public static long of(double[] base, double[] candidate, double difference, double alpha) {
        double z = NORMAL.inverseCumulativeProbability(1 - alpha / 2) + NORMAL.inverseCumulativeProbability(POWER);
        double variance = Samples.variance(base) + Samples.variance(candidate);
        double forks = z * z * variance / (difference * difference);
        return (long) Math.max(2, Math.ceil(forks) + (variance == 0 ? 0 : FEW));
    }

    /** Forks of each group below which the test cannot come to that p-value at all. */
    public static int toReach(SignificanceTest test, double alpha) {
        int forks = 2;
        while (test.smallestP(forks, forks) > alpha) {
            forks++;
        }
        return forks;
    }
}
