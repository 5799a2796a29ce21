package io.twohop.launch;

import io.twohop.account.DurationText;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.account.Warning;
import io.twohop.result.Fork;
import io.twohop.stats.SignificanceTest;
import io.twohop.stats.Trend;
import io.twohop.workload.Probe;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Tells of a fork that had not settled when it was measured, by the median of each of its seconds. */
final class SteadyState {
    /** Fewer seconds say nothing of a trend. */
    private static final int FEWEST = 10;

    /** One fork in a hundred is reported without a reason. */
    private static final double ALPHA = 0.01;

    /** What is surely there may still be too small to matter. */
    static final double MATTERS = 0.1;

    /** A low rate has one message more in some seconds than in others. */
    private static final int ROUNDED = 2;

    private static final int START = 3;
    private static final double PERCENT = 100;

    private SteadyState() {}

    /** @param longer what to repeat the run with */
    static Optional<Warning> of(Fork fork, Longer longer) {
        double[] medians = fork.intervals().stream()
                .filter(interval -> interval.phase() == Phase.MEASURE)
                .map(SteadyState::latencies)
                .filter(latencies -> latencies.getTotalCount() > 0)
                .mapToDouble(latencies -> latencies.getValueAtPercentile(50))
                .toArray();
        if (medians.length < FEWEST || isMeantToChange(fork)) {
            return Optional.empty();
        }
        return slowStart(medians, longer).or(() -> trend(medians, longer));
    }

    /** Whether the rate was another in each second: then so are the latencies. */
    private static boolean isMeantToChange(Fork fork) {
        DoubleSummaryStatistics due = fork.intervals().stream()
                .filter(interval -> interval.phase() == Phase.MEASURE)
                .mapToDouble(Interval::duePerSecond)
                .summaryStatistics();
        return due.getMax() > (1 + MATTERS) * due.getMin() + ROUNDED;
    }

    private static Histogram latencies(Interval interval) {
        return interval.histogram(Probe.END_TO_END);
    }

    private static Optional<Warning> slowStart(double[] medians, Longer longer) {
        double[] start = Arrays.copyOf(medians, medians.length / START);
        double[] rest = Arrays.copyOfRange(medians, start.length, medians.length);
        double before = Trend.median(start);
        double after = Trend.median(rest);
        if (before <= (1 + MATTERS) * after || SignificanceTest.MANN_WHITNEY.pValue(start, rest) > ALPHA) {
            return Optional.empty();
        }
        return Optional.of(new Warning(
                String.format(
                        Locale.ROOT,
                        "the first %d s were slower: median %s, and %s after",
                        start.length,
                        DurationText.of(Math.round(before)),
                        DurationText.of(Math.round(after))),
                longer.warmUp()));
    }

    private static Optional<Warning> trend(double[] medians, Longer longer) {
        Trend trend = Trend.of(medians);
        if (trend.pValue() > ALPHA || !(Math.abs(trend.change()) > MATTERS)) {
            return Optional.empty();
        }
        return Optional.of(new Warning(
                String.format(
                        Locale.ROOT,
                        "latency %s while it was measured: the median of a second by %.0f %% from the first to the last",
                        trend.change() > 0 ? "grew" : "fell",
                        Math.abs(PERCENT * trend.change())),
                trend.change() > 0
                        ? "measure longer to see where it ends, and look at heap, disk and queues"
                        : longer.warmUp()));
    }
}
