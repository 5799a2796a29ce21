package io.twohop.report;

import io.twohop.workload.Percentiles;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The percentile axis of HdrHistogram, on which each decade adds a nine: {@code x = -log10(1 - percentile / 100)}, so 1 is 90 % and 2 is
 * 99 %.
 */
final class Percentage {
    private static final double MEDIAN = Math.log10(2);
    private static final int DEEPEST = 6;
    private static final int STEPS = 20;

    private Percentage() {}

    /** Returns places from 50 % to 99.9999 %, including whole nines. */
    static List<Double> axis() {
        List<Double> axis = new ArrayList<>();
        axis.add(MEDIAN);
        for (int step = (int) Math.ceil(MEDIAN * STEPS); step <= DEEPEST * STEPS; step++) {
            axis.add((double) step / STEPS);
        }
        return axis;
    }

    /** Returns the percentile at a place of the axis. */
    static double at(double x) {
        return 100 * (1 - Math.pow(10, -x));
    }

    /** Returns nanoseconds at each place of the axis that the samples support. */
    static List<Long> curve(Histogram histogram) {
        List<Long> curve = new ArrayList<>();
        for (double x : axis()) {
            if (histogram.getTotalCount() == 0 || !Percentiles.supports(histogram.getTotalCount(), at(x))) {
                break;
            }
            curve.add(histogram.getValueAtPercentile(at(x)));
        }
        return curve;
    }
}
