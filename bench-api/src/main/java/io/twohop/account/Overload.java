package io.twohop.account;

import io.twohop.account.Interval.Phase;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * A warm-up that shows that the offered rate cannot be held. For several seconds clearly fewer messages were processed than were
 * due, not at a higher rate than in the seconds before, and no second made up for any of them.
 *
 * @param processedPerSecond messages that arrived in these seconds, per second
 * @param duePerSecond messages that were due in them, per second
 * @param seconds number of these seconds
 */
public record Overload(double processedPerSecond, double duePerSecond, int seconds) {
    /** The compiler needs the first seconds. */
    private static final int FIRST_SECONDS = 2;

    private static final int SECONDS = 4;

    /** Near the limit, only the window decides. */
    private static final double CLEARLY_LESS = 0.9;

    /**
     * A rate that is higher by more than this factor than in as many seconds before may still be rising. Single seconds do not show
     * it: with a broker on two cores the rate tripled over 20 s, while every third second was below the one before.
     */
    private static final double RISING = 1.05;

    /**
     * Returns the overload of the earliest seconds of warm-up that show one. Seconds that were added later change nothing.
     *
     * @param intervals of a run, in their order
     */
    public static Optional<Overload> of(List<Interval> intervals) {
        for (int end = FIRST_SECONDS + SECONDS;
                end <= intervals.size() && intervals.get(end - 1).phase() == Phase.WARMUP;
                end++) {
            if (intervals.subList(0, end).stream().noneMatch(Overload::catchesUp)) {
                int start = end - SECONDS;
                List<Interval> last = intervals.subList(start, end);
                List<Interval> before = intervals.subList(Math.max(0, start - SECONDS), start);
                if (last.stream().allMatch(Overload::fallsBehind) && !rises(before, last)) {
                    return Optional.of(new Overload(
                            mean(last, Interval::completedPerSecond), mean(last, Interval::duePerSecond), SECONDS));
                }
            }
        }
        return Optional.empty();
    }

    /** Returns the overload that ended a run in warm-up; empty for a run that reached its window. */
    public static Optional<Overload> thatEnded(List<Interval> intervals) {
        boolean isMeasured = intervals.stream().anyMatch(interval -> interval.phase() == Phase.MEASURE);
        return isMeasured ? Optional.empty() : of(intervals);
    }

    private static boolean catchesUp(Interval second) {
        return second.completedPerSecond() > second.duePerSecond();
    }

    private static boolean fallsBehind(Interval second) {
        return second.completed() > 0 && second.completedPerSecond() < CLEARLY_LESS * second.duePerSecond();
    }

    private static boolean rises(List<Interval> before, List<Interval> seconds) {
        return mean(seconds, Interval::completedPerSecond) > RISING * mean(before, Interval::completedPerSecond);
    }

    private static double mean(List<Interval> seconds, ToDoubleFunction<Interval> figure) {
        return seconds.stream().mapToDouble(figure).average().orElse(0);
    }
}
