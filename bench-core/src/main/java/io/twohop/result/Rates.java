package io.twohop.result;

/**
 * Messages per second over the measured window.
 *
 * @param offeredPerSecond what the workload asked for
 * @param achievedPerSecond what reached the sink within the window, over the window's length
 */
public record Rates(double offeredPerSecond, double achievedPerSecond) {
    /** The share of the offered rate that was achieved. */
    public double share() {
        return achievedPerSecond / offeredPerSecond;
    }
}
