package io.twohop.result;

import io.twohop.account.Accounting;
import io.twohop.account.Interval;
import io.twohop.account.Overload;
import io.twohop.account.UsualLatency;
import io.twohop.config.Nanos;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Messages per second over the measured window.
 *
 * @param offeredPerSecond the workload's rate; 0 in a closed loop, which offers as much as the transport accepts
 * @param duePerSecond messages due in the window, which random arrivals make differ from the offered rate, without those that a
 *     deployed service filtered as declared; the offered rate if the run was aborted
 * @param achievedPerSecond messages due in the window that reached the sink in it, over its length; in a closed loop, over the
 *     time from the first message's begin to the last arrival
 * @param steadyPerSecond messages due in the window and in flight at its end, for no longer than usual, over its length
 * @param processedPerSecond messages that reached the sink in the window, due in it or in warm-up, over its length
 */
public record Rates(
        double offeredPerSecond,
        double duePerSecond,
        double achievedPerSecond,
        double steadyPerSecond,
        double processedPerSecond) {

    /** Creates the rates of a run whose window began and ended with nothing in flight. */
    public Rates(double offeredPerSecond, double duePerSecond, double achievedPerSecond) {
        this(offeredPerSecond, duePerSecond, achievedPerSecond, 0, achievedPerSecond);
    }

    /**
     * Returns the rates of a completed run. If an overload ended it in warm-up, they are those of the seconds that showed it.
     *
     * @param account of one subscriber
     * @param intervals of the same subscriber
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
                : UsualLatency.of(intervals).steadilyInFlight(intervals, Math.round(windowSeconds * Nanos.PER_SECOND));
        return new Rates(
                offeredPerSecond,
                account.window().expected() / windowSeconds,
                arrived / windowSeconds,
                Math.min(later, steady) / windowSeconds,
                (account.inherited() + arrived) / windowSeconds);
    }

    /** Returns the achieved share of the due messages; 1 in a closed loop. */
    public double share() {
        return shareOfDue(achievedPerSecond);
    }

    /** Returns the share that the verdict needs: messages steadily in flight count as achieved. */
    public double heldShare() {
        return shareOfDue(achievedPerSecond + steadyPerSecond);
    }

    private double shareOfDue(double perSecond) {
        return duePerSecond == 0 ? 1 : perSecond / duePerSecond;
    }

    /** Returns the mean of several forks at one offered rate. */
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

    /** Returns the sum over parts of one run. */
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
