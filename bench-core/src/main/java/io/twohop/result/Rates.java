package io.twohop.result;

/**
 * Messages per second over the measured window.
 *
 * @param offeredPerSecond what the workload asked for; 0 in a closed loop, which offers what the transport takes
 * @param achievedPerSecond what reached the sink within the window, over the window's length; in a closed loop, over the
 *     time from the first message's begin to the last arrival
 */
public record Rates(double offeredPerSecond, double achievedPerSecond) {
    /** The share of the offered rate that was achieved; of a closed loop, all. */
    public double share() {
        return offeredPerSecond == 0 ? 1 : achievedPerSecond / offeredPerSecond;
    }
}
