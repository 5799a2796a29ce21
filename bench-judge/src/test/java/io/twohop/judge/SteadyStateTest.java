package io.twohop.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Histograms;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.finding.Finding;
import io.twohop.result.Rates;
import io.twohop.testing.model.ForkBuilder;
import io.twohop.workload.Probe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SteadyStateTest {
    private static final long SECOND = 1_000_000_000L;

    private final SplittableRandom random = new SplittableRandom(3);

    /** Ten seconds of warm-up at ten times the latency, then the given medians with a noise of 5 %. */
    private Optional<Finding> of(int seconds, IntToDoubleFunction medianMicros) {
        List<Interval> intervals = new ArrayList<>();
        for (int second = -10; second < seconds; second++) {
            double micros = second < 0 ? 1_000 : medianMicros.applyAsDouble(second);
            Histogram latencies = Histograms.newHistogram();
            latencies.recordValueWithCount((long) (1_000 * micros * (1 + 0.05 * random.nextGaussian())), 100);
            intervals.add(new Interval(
                    second < 0 ? Phase.WARMUP : Phase.MEASURE,
                    second * SECOND,
                    (second + 1) * SECOND,
                    SECOND,
                    100,
                    100,
                    100,
                    0,
                    0,
                    0,
                    Map.of(Probe.END_TO_END, Histograms.encode(latencies, Histograms.newScratch()))));
        }
        return SteadyState.of(
                new ForkBuilder(1)
                        .rates(new Rates(1, 1, 1))
                        .intervals(intervals)
                        .build(),
                Longer.than(Duration.ofSeconds(40), Duration.ofSeconds(seconds), Duration.ZERO));
    }

    @Test
    void shouldReportASlowStart() {
        Finding slow = of(60, second -> second < 20 ? 150 : 100).orElseThrow();

        assertThat(slow.remedy()).endsWith("-Dwarmup=80s");
        assertThat(slow.text())
                .matches("the first 20 s were slower: median 1[45]\\d us, and (9[5-9]\\.\\d|10[0-5]) us after");
    }

    @Test
    void shouldReportLatencyThatGrows() {
        assertThat(of(60, second -> 100 + second).orElseThrow().text())
                .matches("latency grew while it was measured: the median of a second by [45]\\d % from .*");
    }

    @Test
    void shouldReportLatencyThatFalls() {
        // Too slowly for its first third to stand out by a tenth.
        assertThat(of(60, second -> 100 - 0.2 * second).orElseThrow().text()).startsWith("latency fell ");
    }

    @Test
    void shouldKeepSilentWhereNothingChanges() {
        int found = 0;
        for (int fork = 0; fork < 300; fork++) {
            found += of(30, second -> 100).isPresent() ? 1 : 0;
        }
        assertThat(found).isLessThanOrEqualTo(2);
    }

    @Test
    void shouldKeepSilentOfWhatDoesNotMatterOrCannotBeTold() {
        assertThat(of(60, second -> 100 + 0.05 * second)).isEmpty();
        assertThat(of(9, second -> 100 + 20 * second)).isEmpty();
        assertThat(of(0, second -> 100)).isEmpty();
    }
}
