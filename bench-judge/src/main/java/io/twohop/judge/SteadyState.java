package io.twohop.judge;

import io.twohop.account.DurationText;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.result.Fork;
import io.twohop.stats.SignificanceTest;
import io.twohop.stats.Trend;
import io.twohop.workload.Probe;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Finds a fork that had not settled when it was measured, by the median of each of its seconds. */
public final class SteadyState {
    /** Fewest seconds that show a trend. */
    private static final int FEWEST = 10;

    /** Probability of a false alarm for a fork. */
    private static final double ALPHA = 0.01;

    /** Smallest change that matters, as a share; a smaller one may be significant as well. */
    public static final double MATTERS = 0.1;

    /** At a low rate, some seconds have one message more than others. */
    private static final int ROUNDED = 2;

    private static final int START = 3;
    private static final double PERCENT = 100;

    private SteadyState() {}

    /** @param longer settings for a repetition */
    static Optional<Finding> of(Fork fork, Longer longer) {
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

    /** Returns whether the rate differs between seconds: then latencies differ as well. */
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

    private static Optional<Finding> slowStart(double[] medians, Longer longer) {
        double[] start = Arrays.copyOf(medians, medians.length / START);
        double[] rest = Arrays.copyOfRange(medians, start.length, medians.length);
        double before = Trend.median(start);
        double after = Trend.median(rest);
        if (before <= (1 + MATTERS) * after || SignificanceTest.MANN_WHITNEY.pValue(start, rest) > ALPHA) {
            return Optional.empty();
        }
        return Optional.of(Rules.SLOW_START.found(
                start.length,
                DurationText.of(Math.round(before)),
                DurationText.of(Math.round(after)),
                longer.warmUp()));
    }

    private static Optional<Finding> trend(double[] medians, Longer longer) {
        Trend trend = Trend.of(medians);
        if (trend.pValue() > ALPHA || !(Math.abs(trend.change()) > MATTERS)) {
            return Optional.empty();
        }
        double percent = Math.abs(PERCENT * trend.change());
        return Optional.of(
                trend.change() > 0
                        ? Rules.LATENCY_GREW.found(percent)
                        : Rules.LATENCY_FELL.found(percent, longer.warmUp()));
    }
}
