package io.twohop.result;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Messages per second over the measured window.
 *
 * @param offeredPerSecond what the workload asked for; 0 in a closed loop, which offers what the transport takes
 * @param duePerSecond what the schedule had in the window: of arrivals at random, not just what was asked for. Of a run that
 *     broke off, what was asked for
 * @param achievedPerSecond what reached the sink within the window of what was due in it, over the window's length; in a
 *     closed loop, over the time from the first message's begin to the last arrival
 */
public record Rates(double offeredPerSecond, double duePerSecond, double achievedPerSecond) {
    /** The share of what was due that was achieved; of a closed loop, all. */
    public double share() {
        return duePerSecond == 0 ? 1 : achievedPerSecond / duePerSecond;
    }

    /** The mean of several forks at one offered rate. */
    public static Rates mean(double offeredPerSecond, List<Rates> forks) {
        return new Rates(offeredPerSecond, mean(forks, Rates::duePerSecond), mean(forks, Rates::achievedPerSecond));
    }

    private static double mean(List<Rates> forks, ToDoubleFunction<Rates> rate) {
        return forks.stream().mapToDouble(rate).average().orElse(0);
    }
}
