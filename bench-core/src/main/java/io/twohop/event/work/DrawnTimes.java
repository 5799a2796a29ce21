package io.twohop.event.work;

import io.twohop.config.Distribution;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Draws times of a distribution in advance, since a logarithm or an exponential takes longer than some of them. */
final class DrawnTimes {
    /** A power of two. Their mean is within 1 % of a lognormal distribution's whose sigma is 1, as a rule. */
    static final int COUNT = 1 << 16;

    private DrawnTimes() {}

    /** Independent ones, in nanoseconds. */
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
