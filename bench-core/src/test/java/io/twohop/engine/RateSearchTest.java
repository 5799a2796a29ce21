package io.twohop.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.ForkMessage;
import io.twohop.engine.protocol.Protocol;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.Window;
import io.twohop.pipeline.Pipeline;
import io.twohop.pipeline.PipelineSpec;
import io.twohop.result.Search;
import io.twohop.result.Search.End;
import io.twohop.result.Search.Trial;
import io.twohop.testing.ManualClock;
import io.twohop.testing.Runs;
import io.twohop.testing.ScriptedTransport;
import io.twohop.workload.Layout;
import io.twohop.workload.Probe;
import io.twohop.workload.Workload;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RateSearchTest {
    private static final double LOWEST = 1;
    private static final int TRIALS = 40;

    /** Searches with a number of trials, each of which does as the probability of its rate says. */
    private static Search search(double start, DoubleUnaryOperator holding, long seed, int most) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        int[] left = {most};
        return new RateSearch(start, LOWEST)
                .search(
                        rate -> {
                            left[0]--;
                            return List.of(trial(rate, random.nextDouble() < holding.applyAsDouble(rate)));
                        },
                        () -> left[0]);
    }

    @Test
    void shouldTryRatesOfFewDigits() {
        for (int i = 1_000; i < 10_000; i++) {
            assertThat(Double.toString(RateSearch.round(i / 1_000.0))).hasSizeLessThanOrEqualTo(5);
        }
        Workload workload = Workload.read(YamlDocument.parse(
                "x.yaml", "mode: max-rate\nslo: { endToEnd.p99: 10ms }\nrate: 1k\nwarmup: 1s\nduration: 1s\n"));

        assertThat(SearchEngine.lowestPerSecond(workload)).isEqualTo(1_100);
    }

    private static DoubleUnaryOperator upTo(double capacity) {
        return rate -> rate <= capacity ? 1 : 0;
    }

    private static Trial trial(double rate, boolean met) {
        return trial(rate, met ? "Met" : "Missed", Layout.SINGLE);
    }

    private static Trial trial(double rate, String verdict, Layout layout) {
        return new Trial(rate, false, verdict, List.of("because"), rate, Map.of(), layout);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.5, 77, 1_000, 1_001, 12_345, 999_999, 7e6})
    void shouldEncloseACapacityAndProveBothEnds(double capacity) throws Exception {
        for (double start : new double[] {1, 1_000, 5e6}) {
            Search search = search(start, upTo(capacity), 1, 60);

            assertThat(search.end()).isEqualTo(End.FOUND);
            assertThat(search.holdsPerSecond()).isLessThanOrEqualTo(capacity).isGreaterThan(capacity / 1.3);
            assertThat(search.failsPerSecond()).isGreaterThan(capacity).isLessThan(capacity * 1.3);
            assertThat(search.held().met()).isEqualTo(search.held().of()).isGreaterThanOrEqualTo(RateSearch.PROOF);
            assertThat(search.failed().met()).isZero();
            assertThat(search.failed().of()).isGreaterThanOrEqualTo(RateSearch.PROOF);
        }
    }

    /** The first look at a rate that holds nineteen times of twenty meets a stall. */
    @Test
    void shouldGoOnAboveARateThatFailedByChance() throws Exception {
        int[] count = {0};
        Search search = search(
                1_000, rate -> rate <= 300_000 && (rate < 3_000 || rate > 5_000 || ++count[0] > 1) ? 1 : 0, 1, TRIALS);

        assertThat(search.holdsPerSecond()).isBetween(200_000.0, 300_000.0);
        assertThat(search.failsPerSecond()).isBetween(300_000.0, 450_000.0);
    }

    @Test
    void shouldSettleNothingBetweenARateThatHoldsAndOneThatFails() throws Exception {
        // From 10,000 to 40,000 each rate holds every other time.
        Search search = search(1_000, rate -> rate < 10_000 ? 1 : rate < 40_000 ? 0.5 : 0, 3, 60);

        assertThat(search.holdsPerSecond()).isLessThan(40_000);
        assertThat(search.failsPerSecond()).isGreaterThan(10_000);
        assertThat(search.failsPerSecond() / search.holdsPerSecond()).isGreaterThan(1.3);
    }

    /**
     * Systems with known probabilities of holding. The range has to contain the rate that holds every other time, whatever the
     * seed, and the time must do.
     */
    @ParameterizedTest
    @Tag("one-jdk")
    @CsvSource({"STEP, 60, 100", "STALLS, 60, 97", "SLOPE, 60, 91", "STALLS_AND_SLOPE, 60, 91", "WIDE, 60, 84"})
    void shouldContainTheRateThatHoldsEveryOtherTime(HoldingSystem system, int seeds, double percent) throws Exception {
        HoldingSystem.Outcome outcome = system.search(seeds);

        assertThat(outcome.containing()).as(outcome.toString()).isGreaterThanOrEqualTo((int)
                Math.floor(seeds * percent / 100));
        assertThat(outcome.longestSeconds()).as(outcome.toString()).isLessThanOrEqualTo(HoldingSystem.LIMIT_SECONDS);
    }

    /** The same with thousands of seeds; nineteen of twenty ranges contain the rate, but for slopes wider than believed. */
    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({"STEP, 100", "STALLS, 99", "SLOPE, 95", "STALLS_AND_SLOPE, 95", "WIDE, 90"})
    void shouldContainTheRateThatHoldsEveryOtherTimeWithThousandsOfSeeds(HoldingSystem system, double percent)
            throws Exception {
        HoldingSystem.Outcome outcome = system.search(3_000);
        System.out.println(system + ": " + outcome);

        assertThat(outcome.containing() / 30.0).as(outcome.toString()).isGreaterThanOrEqualTo(percent);
        assertThat(outcome.longestSeconds()).as(outcome.toString()).isLessThanOrEqualTo(HoldingSystem.LIMIT_SECONDS);
    }

    @Test
    void shouldRepeatAnInvalidTrialAndNotCountIt() throws Exception {
        SplittableRandom random = new SplittableRandom(7);
        int[] left = {60};
        Search search = new RateSearch(1_000, LOWEST)
                .search(
                        rate -> {
                            left[0]--;
                            return List.of(
                                    random.nextDouble() < 0.2
                                            ? trial(rate, "Invalid", Layout.SINGLE)
                                            : trial(rate, rate <= 50_000));
                        },
                        () -> left[0]);

        assertThat(search.holdsPerSecond()).isBetween(40_000.0, 50_000.0);
        assertThat(search.failsPerSecond()).isBetween(50_000.0, 62_000.0);
        assertThat(search.held().of()).isEqualTo(search.held().met());
        assertThat(search.trials()).anyMatch(trial -> !trial.judged());
    }

    @Test
    void shouldEndWhereNoTrialHasAVerdict() throws Exception {
        Search search = new RateSearch(1_000, LOWEST)
                .search(rate -> List.of(trial(rate, "Invalid", Layout.SINGLE)), () -> TRIALS);

        assertThat(search.end()).isEqualTo(End.NO_VERDICT);
        assertThat(search.holdsPerSecond()).isNull();
        assertThat(search.failsPerSecond()).isNull();
        assertThat(search.trials()).hasSizeLessThan(8);
    }

    @Test
    void shouldSayWhatItKnowsWhenTimeIsUp() throws Exception {
        Search search = search(1_000, upTo(20_000), 1, 6);

        assertThat(search.end()).isEqualTo(End.LIMIT);
        assertThat(search.trials()).hasSize(6);
        // What too few trials say is not claimed.
        assertThat(Optional.ofNullable(search.holdsPerSecond()).orElse(0.0)).isLessThanOrEqualTo(20_000);
        assertThat(Optional.ofNullable(search.failsPerSecond()).orElse(1e9)).isGreaterThan(20_000);
    }

    @Test
    void shouldKeepItsTrialsWhenBrokenOff() throws Exception {
        Search search = new RateSearch(1_000, LOWEST)
                .search(rate -> rate > 3_000 ? List.of() : List.of(trial(rate, true)), () -> TRIALS);

        assertThat(search.end()).isEqualTo(End.INTERRUPTED);
        assertThat(search.trials()).hasSize(1);
    }

    @Test
    void shouldSayThatNoRateHolds() throws Exception {
        Search search = search(1_000, rate -> 0, 1, 60);

        assertThat(search.holdsPerSecond()).isNull();
        assertThat(search.failsPerSecond()).isEqualTo(1);
    }

    @Test
    void shouldNotTryRatesAtWhichNothingCouldBeJudged() throws Exception {
        int[] left = {TRIALS};
        Search search = new RateSearch(1_000, 300)
                .search(
                        rate -> {
                            left[0]--;
                            return List.of(trial(rate, false));
                        },
                        () -> left[0]);

        assertThat(search.holdsPerSecond()).isNull();
        assertThat(search.failsPerSecond()).isEqualTo(300);
        assertThat(search.trials()).allMatch(trial -> trial.offeredPerSecond() >= 300);
    }

    @Test
    void shouldSayThatEveryRateHolds() throws Exception {
        Search search = search(1_000, rate -> 1, 1, 60);

        assertThat(search.holdsPerSecond()).isBetween(80e6, 100e6);
        assertThat(search.failsPerSecond()).isNull();
    }

    @Test
    void shouldNeverOfferMuchMoreThanHasHeld() throws Exception {
        for (int seed = 0; seed < 20; seed++) {
            double highest = 250;
            for (Trial trial : search(1_000, upTo(100_000), seed, TRIALS).trials()) {
                assertThat(trial.offeredPerSecond()).isLessThanOrEqualTo(highest * RateSearch.MOST_RISE * 1.03);
                highest = trial.met() ? Math.max(highest, trial.offeredPerSecond()) : highest;
            }
        }
    }

    /** One thread carries 50,000, two carry twice as many: the search goes on with two, and counts nothing of one. */
    @Test
    void shouldGoOnWithALayoutThatHoldsMore() throws Exception {
        Layout[] layout = {Layout.SINGLE};
        boolean[] tried = {false};
        int[] left = {60};
        Search search = new RateSearch(1_000, LOWEST)
                .search(
                        rate -> {
                            left[0]--;
                            Trial trial = trial(
                                    rate,
                                    rate <= 50_000 || layout[0] == Layout.SHARED && rate <= 100_000
                                            ? "Met"
                                            : "Saturated",
                                    layout[0]);
                            if (trial.met() || tried[0]) {
                                return List.of(trial);
                            }
                            tried[0] = true;
                            layout[0] = rate <= 100_000 ? Layout.SHARED : Layout.SINGLE;
                            return List.of(trial, trial(rate, rate <= 100_000 ? "Met" : "Saturated", Layout.SHARED));
                        },
                        () -> left[0]);

        assertThat(search.layout()).isEqualTo(Layout.SHARED);
        assertThat(search.holdsPerSecond()).isBetween(80_000.0, 100_000.0);
        assertThat(search.failsPerSecond()).isBetween(100_000.0, 125_000.0);
    }

    @Test
    void shouldIgnoreALayoutThatHoldsNoMore() throws Exception {
        RateSearch search = new RateSearch(1_000, LOWEST);
        search.add(trial(1_000, "Met", Layout.SINGLE));
        search.add(trial(4_000, "Missed", Layout.SINGLE));
        search.add(trial(4_000, "Missed", Layout.SHARED));

        Search found = search.found(End.INTERRUPTED);

        assertThat(found.layout()).isEqualTo(Layout.SINGLE);
        assertThat(found.trials()).hasSize(3);
    }

    @Test
    void shouldReportToItsParentWhatItFound() throws Exception {
        Search search = search(1_000, upTo(1_500), 1, TRIALS);
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
        int[] left = {60};
        Search search = new RateSearch(1_000, LOWEST)
                .search(
                        rate -> {
                            left[0]--;
                            return List.of(trial(rate, p99Millis(rate) < 5));
                        },
                        () -> left[0]);

        assertThat(search.holdsPerSecond()).isBetween(8_000 / 1.25, 8_000 * 1.02);
        assertThat(search.failsPerSecond()).isBetween(8_000 / 1.02, 8_000 * 1.25);
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
