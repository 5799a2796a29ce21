package io.twohop.launch;

import io.twohop.account.Interval.Phase;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.judge.SteadyState;
import io.twohop.result.Fork;
import io.twohop.result.SteadyWarmUp;
import io.twohop.stats.EDivisive;
import io.twohop.stats.Trend;
import io.twohop.workload.Probe;
import io.twohop.workload.Scenario;
import io.twohop.workload.Slo;
import io.twohop.workload.WarmUp;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Finds how long a run has to warm up: runs a trial that only warms up, and finds the second after which p50 and p99 of each second no
 * longer change. This is the start of the last stretch between two change points, together with earlier stretches on the same level,
 * after E. Barrett, C. Bolz-Tereick, R. Killick, S. Mount and L. Tratt ("Virtual Machine Warmup Blows Hot and Cold", 2017).
 * {@link EDivisive} finds change points in the logarithms, so that a slow start does not outweigh the rest.
 */
final class WarmUpTrial {
    /** Seconds of the shortest stretch that is recognized, hence of the shortest warm-up. */
    static final int FEWEST = 3;

    /** Probability of a false change in a steady stretch. */
    private static final double ALPHA = 0.01;

    /** Window of the trial, which nobody evaluates. */
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    private static final double WHOLE_SECOND_NANOS = 0.9e9;

    private WarmUpTrial() {}

    /**
     * Returns the trial's scenario.
     *
     * @param length of the trial
     */
    static Scenario of(Scenario scenario, Duration length) {
        return scenario.with(scenario.load().lasting(length, SHORTEST))
                .with(Slo.NONE)
                .withoutFaults();
    }

    /**
     * Evaluates a trial.
     *
     * @param most longest warm-up
     */
    static SteadyWarmUp found(Fork trial, Duration most) {
        List<Histogram> seconds = trial.intervals().stream()
                .filter(interval -> interval.phase() == Phase.WARMUP)
                .filter(interval -> interval.endNanos() - interval.startNanos() >= WHOLE_SECOND_NANOS)
                .map(interval -> interval.histogram(Probe.END_TO_END))
                .toList();
        double[] p50 = percentiles(seconds, 50);
        double[] p99 = percentiles(seconds, 99);
        int steadyFrom =
                IntStream.of(FEWEST, steadyFrom(p50), steadyFrom(p99)).max().getAsInt();
        long mostSeconds = most.toSeconds();
        boolean isSteady = steadyFrom <= mostSeconds && seconds.size() - steadyFrom >= WarmUp.STEADY.toSeconds();
        return new SteadyWarmUp(
                isSteady ? steadyFrom : mostSeconds,
                mostSeconds,
                isSteady,
                Arrays.stream(p50).boxed().toList(),
                Arrays.stream(p99).boxed().toList());
    }

    private static double[] percentiles(List<Histogram> seconds, double percentile) {
        return seconds.stream()
                .mapToDouble(latencies -> latencies.getValueAtPercentile(percentile))
                .toArray();
    }

    /** Returns the second from which on the level is the same; the number of seconds if one has no message. */
    static int steadyFrom(double[] latencies) {
        if (latencies.length == 0 || Arrays.stream(latencies).anyMatch(latency -> latency <= 0)) {
            return latencies.length;
        }
        int[] starts = IntStream.concat(
                        IntStream.of(0),
                        EDivisive.of(Arrays.stream(latencies).map(Math::log).toArray(), ALPHA, FEWEST).stream()
                                .mapToInt(EDivisive.Division::at))
                .toArray();
        int first = starts.length - 1;
        double level = Trend.median(Arrays.copyOfRange(latencies, starts[first], latencies.length));
        while (first > 0) {
            double before = Trend.median(Arrays.copyOfRange(latencies, starts[first - 1], starts[first]));
            if (Math.abs(before - level) > SteadyState.MATTERS * level) {
                break;
            }
            first--;
        }
        return starts[first];
    }

    static Finding notSteady(SteadyWarmUp warmUp) {
        return Rules.NEVER_STEADY.found(WarmUp.STEADY.toSeconds(), warmUp.mostSeconds());
    }
}
