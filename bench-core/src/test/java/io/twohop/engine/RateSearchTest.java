package io.twohop.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.engine.protocol.ForkMessage;
import io.twohop.engine.protocol.Protocol;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.Window;
import io.twohop.pipeline.Pipeline;
import io.twohop.pipeline.PipelineSpec;
import io.twohop.result.Search;
import io.twohop.result.Search.Trial;
import io.twohop.testing.ManualClock;
import io.twohop.testing.Runs;
import io.twohop.testing.ScriptedTransport;
import io.twohop.workload.Probe;
import io.twohop.workload.Workload;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoublePredicate;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateSearchTest {
    private static final double LOWEST = 1;

    private static Search search(double start, DoublePredicate holds, double achievedShare) throws Exception {
        return new RateSearch(start, LOWEST, rate -> {
                    boolean met = holds.test(rate);
                    return trial(rate, met, met ? rate : achievedShare * rate);
                })
                .search();
    }

    private static Trial trial(double rate, boolean met, double achieved) {
        return new Trial(rate, false, met ? "Met" : "Missed", List.of(), achieved, Map.of());
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.5, 77, 1_000, 1_001, 12_345, 999_999, 7e6})
    void shouldFindACapacityWithinTwoPercent(double capacity) throws Exception {
        for (double start : new double[] {1, 1_000, 5e6}) {
            Search search = search(start, rate -> rate <= capacity, 0.95);

            assertThat(search.holdsPerSecond()).isLessThanOrEqualTo(capacity).isGreaterThan(capacity / 1.0201);
            assertThat(search.failsPerSecond()).isGreaterThan(capacity).isLessThan(capacity * 1.0201);
        }
    }

    @Test
    void shouldMeasureBothEndsTwiceByTheSameRule() throws Exception {
        for (double share : new double[] {0.95, 0.5}) {
            Search search = search(1_000, rate -> rate <= 1_500, share);

            for (double end : new double[] {search.holdsPerSecond(), search.failsPerSecond()}) {
                assertThat(search.trials())
                        .filteredOn(trial -> trial.offeredPerSecond() == end)
                        .hasSize(2);
            }
            assertThat(search.failedBelow()).isEmpty();
        }
    }

    @Test
    void shouldGoOnAboveAnEndThatHeldAfterAll() throws Exception {
        int[] count = {0};
        // The first look at 4,000/s meets a stall.
        Search search = search(1_000, rate -> rate <= 20_000 && (rate != 4_000 || ++count[0] > 1), 0.95);

        assertThat(search.holdsPerSecond()).isBetween(20_000 / 1.0201, 20_000.0);
    }

    @Test
    void shouldGoOnBelowAnEndThatFailsAfterAll() throws Exception {
        int[] count = {0};
        // 2,000/s is carried once, by luck.
        Search search = search(1_000, rate -> rate <= 1_200 || rate == 2_000 && ++count[0] == 1, 0.95);

        assertThat(search.holdsPerSecond()).isBetween(1_200 / 1.0201, 1_200.0);
    }

    @Test
    void shouldCheckThatLowerRatesHoldAndHigherOnesFail() throws Exception {
        Search search = search(1_000, rate -> rate <= 8_000 && (rate < 5_000 || rate > 7_000), 0.95);

        assertThat(search.holdsPerSecond()).isBetween(7_800.0, 8_000.0);
        assertThat(search.failedBelow()).hasSize(1).allMatch(rate -> rate > 5_000 && rate < 7_000);

        Search island = search(1_000, rate -> rate <= 1_100 || rate > 1_500 && rate <= 1_700, 0.95);
        assertThat(island.holdsPerSecond()).isBetween(1_660.0, 1_700.0);
        assertThat(island.failedBelow()).isNotEmpty().allMatch(rate -> rate > 1_100 && rate <= 1_500);
    }

    @Test
    void shouldFindARateThatAlsoFailsByChanceNow() throws Exception {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 100; i++) {
            Search search = search(1_000, rate -> rate <= 20_000 && random.nextDouble() > 0.05, 0.95);

            assertThat(search.holdsPerSecond()).isBetween(8_000.0, 20_000.0);
            assertThat(search.failsPerSecond()).isGreaterThan(search.holdsPerSecond());
        }
    }

    @Test
    void shouldSayThatNoRateHolds() throws Exception {
        Search search = search(1_000, rate -> false, 0.95);

        assertThat(search.holdsPerSecond()).isNull();
        assertThat(search.failsPerSecond()).isEqualTo(1);
    }

    @Test
    void shouldNotTryRatesAtWhichNothingCouldBeJudged() throws Exception {
        Search search = new RateSearch(1_000, 300, rate -> trial(rate, false, rate)).search();

        assertThat(search.holdsPerSecond()).isNull();
        assertThat(search.failsPerSecond()).isEqualTo(300);
        // The last twice, since one may fail by chance, and then no more.
        assertThat(search.trials()).extracting(Trial::offeredPerSecond).containsExactly(1_000.0, 500.0, 300.0, 300.0);
    }

    @Test
    void shouldSayThatEveryRateHolds() throws Exception {
        Search search = search(1_000, rate -> true, 1);

        assertThat(search.holdsPerSecond()).isEqualTo(100e6);
        assertThat(search.failsPerSecond()).isNull();
    }

    @Test
    void shouldEndWhenBrokenOff() throws Exception {
        Search search = new RateSearch(1_000, LOWEST, rate -> rate > 3_000 ? null : trial(rate, true, rate)).search();

        assertThat(search.holdsPerSecond()).isNull();
        assertThat(search.trials()).hasSize(2);
    }

    @Test
    void shouldReportToItsParentWhatItFound() throws Exception {
        Search search = search(1_000, rate -> rate <= 1_500, 0.95);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ForkReporter child = new ForkReporter(out);
        child.onTrial(search.trials().get(0));
        child.onSearched(search);

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .map(line -> Protocol.read(line, ForkMessage.class).orElseThrow())
                .containsExactly(new ForkMessage.RateTried(search.trials().get(0)), new ForkMessage.SearchOver(search));
    }

    /** Serves a message each 125 us and queues what comes faster; on a clock of its own. */
    @Test
    void shouldFindTheCapacityOfATransport() throws Exception {
        Search search = new RateSearch(1_000, LOWEST, rate -> trial(rate, p99Millis(rate) < 5, rate)).search();

        assertThat(search.holdsPerSecond()).isBetween(8_000 / 1.02, 8_000 * 1.02);
        assertThat(search.failsPerSecond()).isBetween(8_000 / 1.02, 8_000 * 1.02);
    }

    private static double p99Millis(double rate) throws Exception {
        long stepNanos = 25_000;
        ManualClock clock = new ManualClock();
        long startNanos = clock.nanoTime();
        Window window = new Window(startNanos, startNanos, startNanos + 2_000_000_000L);
        long[] freeAt = {startNanos};
        Workload workload = Workload.builder()
                .rate(rate)
                .warmup(Duration.ZERO)
                .duration(Duration.ofSeconds(2))
                .hops(1)
                .build();
        ScriptedTransport transport = new ScriptedTransport(clock, (index, deliver) -> {
            freeAt[0] = Math.max(clock.nanoTime(), freeAt[0]) + 125_000;
            deliver.at(freeAt[0]);
        });
        Histogram latencies = LatencyRecorder.newHistogram();
        try (Pipeline pipeline = new Pipeline(
                new PipelineSpec<>("test", workload, 2, Runs.messages()), transport, clock, () -> window)) {
            while (clock.nanoTime() - window.measureEndNanos() < 1_000_000_000L) {
                while (pipeline.runOnce() > 0) {
                    // Everything that is due at this instant.
                }
                clock.advance(stepNanos);
            }
            pipeline.recorders().get(Probe.END_TO_END).forEach(recorder -> recorder.drainMeasuredInto(latencies));
        }
        return latencies.getValueAtPercentile(99) / 1e6;
    }
}
