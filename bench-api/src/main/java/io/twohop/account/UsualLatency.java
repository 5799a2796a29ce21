package io.twohop.account;

import io.twohop.account.Interval.Phase;
import io.twohop.workload.Probe;
import java.util.List;
import java.util.function.Predicate;

/**
 * The latency that nearly all messages of a run stay below in a second without a stall: the median over the seconds of each
 * second's p99. A stall decides a few seconds, and so does not count.
 *
 * @param nanos the latency in nanoseconds; 0 if no message arrived
 */
public record UsualLatency(long nanos) {
    /** A shorter window, in latencies, does not show the rate of a steady run. */
    public static final int LEAST_LATENCIES = 10;

    /** Latencies within this factor count as equal: otherwise a recommended window would be too short again. */
    private static final double ABOUT = 1.05;

    private static final double NEARLY_ALL = 99;

    /** Fewest measured seconds that decide alone: of fewer, one stall may be the median, so warm-up counts as well. */
    private static final int ENOUGH_SECONDS = 3;

    /** @param intervals all of a run, warm-up included */
    public static UsualLatency of(List<Interval> intervals) {
        List<Long> measured = latencies(intervals, phase -> phase == Phase.MEASURE);
        if (measured.size() >= ENOUGH_SECONDS) {
            return new UsualLatency(median(measured));
        }
        List<Long> before = latencies(intervals, phase -> phase != Phase.DRAIN);
        return new UsualLatency(
                before.isEmpty()
                        ? median(latencies(intervals, phase -> phase == Phase.DRAIN))
                        : Math.max(median(measured), median(before)));
    }

    /** Returns the usual latency of warm-up alone. */
    public static UsualLatency ofWarmUp(List<Interval> intervals) {
        return new UsualLatency(median(latencies(intervals, phase -> phase == Phase.WARMUP)));
    }

    private static List<Long> latencies(List<Interval> intervals, Predicate<Phase> phase) {
        return intervals.stream()
                .filter(interval -> phase.test(interval.phase()))
                .map(interval -> interval.histogram(Probe.END_TO_END))
                .filter(histogram -> histogram.getTotalCount() > 0)
                .map(histogram -> histogram.getValueAtPercentile(NEARLY_ALL))
                .toList();
    }

    /** Returns the lower median. */
    private static long median(List<Long> values) {
        return values.isEmpty() ? 0 : values.stream().sorted().toList().get((values.size() - 1) / 2);
    }

    /** Returns whether the window is too short to show the rate of a run with this latency. */
    public boolean isLongAgainst(long windowNanos) {
        return nanos > ABOUT * windowNanos / LEAST_LATENCIES;
    }

    /**
     * Returns the number of messages that were in flight when the window ended, for no longer than usual. Each window of a steady
     * run ends with some. It is 0 if the latency is long against the window.
     */
    public long steadilyInFlight(List<Interval> intervals, long windowNanos) {
        if (isLongAgainst(windowNanos)) {
            return 0;
        }
        return intervals.stream()
                .filter(interval -> interval.phase() == Phase.DRAIN)
                .mapToLong(interval -> interval.histogram(Probe.END_TO_END).getCountBetweenValues(0, nanos))
                .sum();
    }
}
