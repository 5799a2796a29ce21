package io.twohop.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The slowest seconds of a fork's window: the tenth with the highest p99, at least one.
 *
 * @param slow the slowest seconds
 * @param of number of seconds in which messages arrived
 */
record SlowSeconds(List<Second> slow, int of) {
    private static final int TENTH = 10;
    private static final double PERCENTILE = 99;

    /** A second, in milliseconds from the start of the window, and the p99 of messages that arrived in it. */
    record Second(long startMillis, long endMillis, long p99Nanos) {
        boolean has(double atMillis) {
            return atMillis >= startMillis && atMillis < endMillis;
        }
    }

    /** @param windowMillis the window's length; seconds of the drain do not count */
    static SlowSeconds of(LatencyLog endToEnd, double windowMillis) {
        List<Second> seconds = new ArrayList<>();
        endToEnd.forEach(histogram -> add(histogram, seconds));
        seconds.removeIf(second -> second.startMillis() >= windowMillis);
        seconds.sort(Comparator.comparingLong(Second::p99Nanos).reversed());
        return new SlowSeconds(
                List.copyOf(seconds.subList(0, Math.min(seconds.size(), Math.max(1, seconds.size() / TENTH)))),
                seconds.size());
    }

    private static void add(Histogram histogram, List<Second> seconds) {
        if (histogram.getTotalCount() > 0) {
            seconds.add(new Second(
                    histogram.getStartTimeStamp(),
                    histogram.getEndTimeStamp(),
                    histogram.getValueAtPercentile(PERCENTILE)));
        }
    }

    boolean has(double atMillis) {
        return slow.stream().anyMatch(second -> second.has(atMillis));
    }
}
