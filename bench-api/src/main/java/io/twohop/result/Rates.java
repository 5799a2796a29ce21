package io.twohop.result;

import io.twohop.account.Accounting;
import io.twohop.account.Interval;
import io.twohop.account.Overload;
import io.twohop.account.UsualLatency;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Messages per second over the measured window.
 *
 * @param offeredPerSecond what the workload asked for; 0 in a closed loop, which offers what the transport takes
 * @param duePerSecond what the schedule had in the window: of arrivals at random, not just what was asked for. Of a run that
 *     broke off, what was asked for
 * @param achievedPerSecond what reached the sink within the window of what was due in it, over the window's length; in a
 *     closed loop, over the time from the first message's begin to the last arrival
 * @param steadyPerSecond what was due in the window and in flight at its end, for no longer than usual, over its length
 * @param processedPerSecond all that reached the sink within the window, due in it or in warm-up, over the window's length
 */
public record Rates(
        double offeredPerSecond,
        double duePerSecond,
        double achievedPerSecond,
        double steadyPerSecond,
        double processedPerSecond) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** Rates of a run whose window began and ended with nothing in flight. */
    public Rates(double offeredPerSecond, double duePerSecond, double achievedPerSecond) {
        this(offeredPerSecond, duePerSecond, achievedPerSecond, 0, achievedPerSecond);
    }

    /**
     * The rates of a run that came to its end; of one that an overload ended in warm-up, those of the seconds that showed it.
     *
     * @param account as the subscriber has it
     * @param intervals likewise
     */
    public static Rates of(
            double offeredPerSecond, double windowSeconds, Accounting account, List<Interval> intervals) {
        Optional<Overload> overload = Overload.thatEnded(intervals);
        if (overload.isPresent()) {
            return new Rates(
                    offeredPerSecond,
                    overload.get().duePerSecond(),
                    overload.get().processedPerSecond());
        }
        long arrived = account.window().arrived();
        long later = account.window().arrivedLater();
        long steady = later == 0
                ? 0
                : UsualLatency.of(intervals).steadilyInFlight(intervals, Math.round(windowSeconds * NANOS_PER_SECOND));
        return new Rates(
                offeredPerSecond,
                account.window().due() / windowSeconds,
                arrived / windowSeconds,
                Math.min(later, steady) / windowSeconds,
                (account.inherited() + arrived) / windowSeconds);
    }

    /** The share of what was due that was achieved; of a closed loop, all. */
    public double share() {
        return shareOfDue(achievedPerSecond);
    }

    /** Returns the share that the verdict asks for: messages steadily in flight count as achieved. */
    public double heldShare() {
        return shareOfDue(achievedPerSecond + steadyPerSecond);
    }

    private double shareOfDue(double perSecond) {
        return duePerSecond == 0 ? 1 : perSecond / duePerSecond;
    }

    /** The mean of several forks at one offered rate. */
    public static Rates mean(double offeredPerSecond, List<Rates> forks) {
        return new Rates(
                offeredPerSecond,
                mean(forks, Rates::duePerSecond),
                mean(forks, Rates::achievedPerSecond),
                mean(forks, Rates::steadyPerSecond),
                mean(forks, Rates::processedPerSecond));
    }

    private static double mean(List<Rates> forks, ToDoubleFunction<Rates> rate) {
        return forks.stream().mapToDouble(rate).average().orElse(0);
    }

    /** The sum over parts of one run. */
    public static Rates sum(double offeredPerSecond, List<Rates> parts) {
        Rates mean = mean(offeredPerSecond, parts);
        int count = parts.size();
        return new Rates(
                offeredPerSecond,
                count * mean.duePerSecond,
                count * mean.achievedPerSecond,
                count * mean.steadyPerSecond,
                count * mean.processedPerSecond);
    }
}
