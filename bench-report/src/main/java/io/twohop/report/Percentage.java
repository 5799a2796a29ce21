package io.twohop.report;

import io.twohop.workload.Percentiles;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The axis that latency is drawn along: HdrHistogram's, on which each decade is a nine more. An {@code x} of 1 is 90 %, of 2
 * is 99 %, and so on: {@code x = -log10(1 - percentile / 100)}.
 */
final class Percentage {
    private static final double MEDIAN = Math.log10(2);
    private static final int DEEPEST = 6;
    private static final int STEPS = 20;

    private Percentage() {}

    /** From 50 % to 99.9999 %, with the whole nines among them. */
    static List<Double> axis() {
        List<Double> axis = new ArrayList<>();
        axis.add(MEDIAN);
        for (int step = (int) Math.ceil(MEDIAN * STEPS); step <= DEEPEST * STEPS; step++) {
            axis.add((double) step / STEPS);
        }
        return axis;
    }

    /** The percentile at a place of the axis. */
    static double at(double x) {
        return 100 * (1 - Math.pow(10, -x));
    }

    /** Nanoseconds at each place of the axis, as far as the samples reach. */
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
