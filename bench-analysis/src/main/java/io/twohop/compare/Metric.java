package io.twohop.compare;

import io.twohop.result.ForkMetrics;

/**
 * A figure by which forks are compared.
 *
 * @param name such as {@code endToEnd.p99}, as in {@code forks.csv}
 */
public record Metric(String name) {
    /** Returns whether higher is better. */
    public boolean higherIsBetter() {
        return name.endsWith(ForkMetrics.RATE_SUFFIX);
    }

    /** Returns whether its values are nanoseconds. */
    public boolean isTime() {
        return !higherIsBetter()
                && !name.endsWith("Bytes")
                && !name.endsWith("PerMessage")
                && !name.equals("gc.pauses");
    }
}
