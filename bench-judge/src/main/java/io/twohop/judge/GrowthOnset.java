package io.twohop.judge;

import io.twohop.account.DurationText;
import io.twohop.account.Interval;
import io.twohop.workload.Probe;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The point from which a rate that changes was no longer held: the first seconds in a row in which even the fastest message waited
 * longer than the fastest of the second before. A stall leaves a second's fastest message alone, and a lower rate later does not undo
 * the finding.
 *
 * @param interval second in which the backlog began to grow
 * @param seconds number of seconds for which it grew
 * @param grownNanos by how much the backlog aged meanwhile
 */
record GrowthOnset(Interval interval, int seconds, long grownNanos) {
    /** The least number of rises; fewer may be chance. */
    private static final int FEWEST_RISES = 3;

    /** A smaller rise may be a transport that takes longer at a higher rate. */
    private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** A rise by less than a twentieth of the mean does not begin a growth. */
    private static final int SMALL_PART = 20;

    private static final long UNKNOWN = -1;

    /** @param measured seconds of the window, in order */
    static Optional<GrowthOnset> of(List<Interval> measured) {
        long[] ages = measured.stream().mapToLong(GrowthOnset::fastestNanos).toArray();
        for (int first = 0; first < ages.length; first++) {
            int last = first;
            while (last + 1 < ages.length && ages[last] != UNKNOWN && rises(ages[last], ages[last + 1])) {
                last++;
            }
            if (last - first >= FEWEST_RISES && ages[last] - ages[first] > LEAST_NANOS) {
                int from = clearly(ages, first, last);
                return Optional.of(new GrowthOnset(measured.get(from), last - from, ages[last] - ages[from]));
            }
            first = Math.max(first, last - 1);
        }
        return Optional.empty();
    }

    /** Returns whether the age rises by more than a rate that counts as held leaves behind in a second. */
    private static boolean rises(long beforeNanos, long nanos) {
        return nanos - beforeNanos > (1 - Verdicts.SUSTAINED) * TimeUnit.SECONDS.toNanos(1);
    }

    /** Skips small rises before the growth: a second that was cut late has some messages of the next one. */
    private static int clearly(long[] ages, int first, int last) {
        long least = (ages[last] - ages[first]) / (last - first) / SMALL_PART;
        int from = first;
        while (ages[from + 1] - ages[from] < least) {
            from++;
        }
        return from;
    }

    private static long fastestNanos(Interval interval) {
        Histogram latencies = interval.histogram(Probe.END_TO_END);
        return latencies.getTotalCount() == 0 ? UNKNOWN : latencies.getMinValue();
    }

    double perSecond() {
        return interval.duePerSecond();
    }

    double atSeconds() {
        return (double) interval.startNanos() / TimeUnit.SECONDS.toNanos(1);
    }

    String grown() {
        return DurationText.of(grownNanos);
    }
}
