package io.twohop.account;

import io.twohop.config.Texts;
import java.math.BigDecimal;
import java.math.MathContext;

/**
 * The rates that a trial before the run measured on one thread and on two.
 *
 * @param offeredPerSecond highest rate of the run, in messages per second
 * @param mostUsed part of a capacity that the rate may use; the rest is a reserve, since a trial does not see everything
 * @param singlePerSecond messages per second that one thread carried
 * @param sharedPerSecond messages per second that two threads carried; {@code null} if unknown
 */
public record LayoutCapacity(double offeredPerSecond, double mostUsed, double singlePerSecond, Double sharedPerSecond) {
    /** Part of what two threads carry that a rate may use: they leave no core to the collector, the compilers and the kernel. */
    private static final double MOST_OF_TWO = 0.8;

    private static final MathContext DIGITS = new MathContext(3);

    /** Returns whether one thread holds the rate with a reserve, or with its reserve carries as much as two with theirs. */
    public boolean singleSuffices() {
        return offeredPerSecond <= mostOfOne() || sharedPerSecond != null && !twoCarryMore();
    }

    /** Returns whether either layout holds the rate with a reserve. */
    public boolean suffices() {
        return offeredPerSecond <= mostOfOne() || sharedPerSecond != null && offeredPerSecond <= mostOfTwo();
    }

    /** Returns whether two threads with their reserve carry more than one with its own. */
    public boolean twoCarryMore() {
        return sharedPerSecond != null && mostOfTwo() > mostOfOne();
    }

    private double mostOfOne() {
        return mostUsed * singlePerSecond;
    }

    private double mostOfTwo() {
        return MOST_OF_TWO * sharedPerSecond;
    }

    /** Returns both capacities, such as {@code one thread carried 850,000/s, two 1,200,000/s}. */
    public String inWords() {
        return "one thread carried " + rounded(singlePerSecond)
                + (sharedPerSecond == null ? "" : ", two " + rounded(sharedPerSecond));
    }

    private static String rounded(double perSecond) {
        return Texts.format("%,.0f/s", BigDecimal.valueOf(perSecond).round(DIGITS));
    }
}
