package io.twohop.result;

import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The slices of time in which a fork was measured, while another stood still.
 *
 * @param measured how many
 * @param stalledAtSeconds where those begin, from the start of measuring, in which the machine may have decided the p99: it kept threads
 *     of the harness from running for a hundredth of the slice or longer, all together. They count like the others
 */
public record OwnSlices(int measured, List<Double> stalledAtSeconds) {
    private static final double STALLED_SHARE = 0.01;
    private static final double NANOS_PER_SECOND = 1e9;

    public OwnSlices {
        stalledAtSeconds = List.copyOf(stalledAtSeconds);
    }

    /**
     * Those of a fork.
     *
     * @param intervals of which each is one's own slice or the other's, where nothing is due
     * @param stalledNanos for how long the machine kept threads from running in one
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
                        .map(slice -> slice.startNanos() / NANOS_PER_SECOND)
                        .toList());
    }
}
