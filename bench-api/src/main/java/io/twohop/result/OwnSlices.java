package io.twohop.result;

import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.config.Nanos;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The slices of time in which a fork was measured while another paused.
 *
 * @param measured number of slices
 * @param stalledAtSeconds starts, from the start of measuring, of slices in which the machine may have decided the p99, because it
 *     kept threads of the harness from running for 1 % of the slice or longer in total. They count like the others
 */
public record OwnSlices(int measured, List<Double> stalledAtSeconds) {
    private static final double STALLED_SHARE = 0.01;

    public OwnSlices {
        stalledAtSeconds = List.copyOf(stalledAtSeconds);
    }

    /**
     * Returns the slices of a fork.
     *
     * @param intervals each is a slice of this fork or of the other, in which nothing is due
     * @param stalledNanos time for which the machine kept threads from running in an interval
     */
    public static OwnSlices of(List<Interval> intervals, ToDoubleFunction<Interval> stalledNanos) {
        List<Interval> own = intervals.stream()
                .filter(interval -> interval.phase() == Phase.MEASURE && interval.due() > 0)
                .toList();
        return new OwnSlices(
                own.size(),
                own.stream()
                        .filter(slice -> stalledNanos.applyAsDouble(slice)
                                >= STALLED_SHARE * (slice.endNanos() - slice.startNanos()))
                        .map(slice -> slice.startNanos() / Nanos.PER_SECOND)
                        .toList());
    }
}
