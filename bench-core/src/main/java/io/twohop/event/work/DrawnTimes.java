package io.twohop.event.work;

import io.twohop.config.Distribution;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Times of a distribution, drawn in advance: computing a logarithm or an exponential takes longer than some of them.
 */
final class DrawnTimes {
    /** Number of times, a power of two. The mean is usually within 1 % of a lognormal distribution's with sigma 1. */
    static final int COUNT = 1 << 16;

    private DrawnTimes() {}

    /** Draws independent times, in nanoseconds. */
    static long[] of(Distribution distribution, SplittableRandom random) {
        double meanNanos = distribution.mean().toNanos();
        double sigma = distribution.sigma();
        // The mean of a lognormal distribution is exp(mu + sigma^2 / 2).
        double mu = Math.log(meanNanos) - sigma * sigma / 2;
        long[] nanos = new long[COUNT];
        Arrays.setAll(
                nanos,
                i -> Math.round(
                        switch (distribution.shape()) {
                            case CONSTANT -> meanNanos;
                            case EXPONENTIAL -> meanNanos * random.nextExponential();
                            case LOGNORMAL -> Math.exp(mu + sigma * random.nextGaussian());
                        }));
        return nanos;
    }
}
