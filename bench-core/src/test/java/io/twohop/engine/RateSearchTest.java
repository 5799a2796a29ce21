package io.twohop.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Histograms;
import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.ChildMessage;
import io.twohop.engine.protocol.ParentLink;
import io.twohop.engine.protocol.Protocol;
import io.twohop.measure.Window;
import io.twohop.pipeline.Pipeline;
import io.twohop.pipeline.PipelineSpec;
import io.twohop.result.Search;
import io.twohop.result.Search.Count;
import io.twohop.result.Search.End;
import io.twohop.result.Search.Trial;
import io.twohop.testing.Runs;
import io.twohop.testing.ScriptedTransport;
import io.twohop.testing.model.ManualClock;
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

@Tag("one-jdk")
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
        assertThat(RateSearch.round(12_345.6)).isEqualTo(12_350);
        Workload workload = Workload.read(YamlDocument.parse(
                "x.yaml", "mode: max-rate\nslo: { endToEnd.p99: 10ms }\nrate: 1k\nwarmup: 1s\nduration: 1s\n"));

        assertThat(SearchEngine.lowestPerSecond(workload.scenario())).isEqualTo(1_100);
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
            // No more than is needed to prove an end that was chosen.
            assertThat(search.failed().of()).isEqualTo(RateSearch.PROOF);
            assertThat(search.trials()).hasSizeLessThan(30);
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
        assertThat(search.failed()).isEqualTo(new Count(0, RateSearch.PROOF));
        assertThat(search.end()).isEqualTo(End.FOUND);
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

        assertThat(search.end()).isEqualTo(End.FOUND);
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

    /** Adds trials as "rate:outcomes", m for met and x for missed, each of one rate after those of the one before. */
    private static RateSearch having(RateSearch search, String... trials) {
        for (String one : trials) {
            double rate = Double.parseDouble(one.substring(0, one.indexOf(':')));
            one.substring(one.indexOf(':') + 1).chars().forEach(outcome -> search.add(trial(rate, outcome == 'm')));
        }
        return search;
    }

    private static RateSearch having(String... trials) {
        return having(new RateSearch(1_000, 100), trials);
    }

    private static Trial fresh(double rate, String verdict, Layout layout) {
        return new Trial(rate, true, verdict, List.of("because"), rate, Map.of(), layout);
    }

    /** Returns the rate that the search tries next. */
    private static double next(RateSearch search, int left) throws Exception {
        double[] tried = {0};
        search.search(
                rate -> {
                    tried[0] = rate;
                    return List.of();
                },
                () -> left);
        return tried[0];
    }

    /** 220/s is the lowest rate that can be judged, and 293/s is hardly above it. */
    @Test
    void shouldNotSayThatARateFailsWhenALowerOneMayHaveMetByChance() {
        Search search = having(new RateSearch(1_000, 220), "1000:x", "646.8:x", "386.5:x", "292.9:m")
                .found(End.INTERRUPTED);

        assertThat(search.holdsPerSecond()).isNull();
        assertThat(search.failsPerSecond()).isGreaterThan(386.5);
        assertThat(search.tried()).containsEntry(292.9, new Count(1, 1)).hasSize(4);
    }

    @Test
    void shouldSayNothingBeforeItsFirstVerdict() {
        RateSearch search = having();
        search.add(trial(1_000, "Invalid", Layout.SINGLE));

        Search found = search.found(End.INTERRUPTED);
        assertThat(found.holdsPerSecond()).isNull();
        assertThat(found.failsPerSecond()).isNull();
        assertThat(found.tried()).isEmpty();
    }

    @Test
    void shouldClaimTheHighestRateThatHeldAndTheLowestThatFailed() {
        Search search = having("1000:mmm", "2000:mmm", "4000:xxx", "8000:xxx").found(End.FOUND);

        assertThat(search.holdsPerSecond()).isEqualTo(2_000);
        assertThat(search.failsPerSecond()).isEqualTo(4_000);
        assertThat(search.held()).isEqualTo(new Count(3, 3));
        assertThat(search.failed()).isEqualTo(new Count(0, 3));
    }

    /** Three trials that agree are better than one, although one rate is closer. */
    @Test
    void shouldPreferRatesThatWereTriedOftenEnough() {
        Search search = having("1000:mmm", "2000:mm", "4000:xx", "8000:xxx").found(End.FOUND);

        assertThat(search.holdsPerSecond()).isEqualTo(1_000);
        assertThat(search.failsPerSecond()).isEqualTo(8_000);
    }

    @Test
    void shouldClaimTheClosestWhenNoRateWasTriedOftenEnough() {
        Search search = having("1000:mm", "2000:mm", "4000:xx", "8000:xx").found(End.LIMIT);

        assertThat(search.holdsPerSecond()).isEqualTo(2_000);
        assertThat(search.failsPerSecond()).isEqualTo(4_000);
    }

    /** 2,000/s failed once, and 4,000/s held once. */
    @Test
    void shouldClaimOnlyRatesWhoseTrialsAllAgree() {
        Search search = having("1000:mmm", "2000:mmmxmmmmmm", "4000:xxxmxxxxxx", "8000:xxx")
                .found(End.FOUND);
        Search seldom =
                having("1000:m", "2000:mmx", "4000:xxxxmxxxx", "8000:xx").found(End.LIMIT);

        assertThat(List.of(search.holdsPerSecond(), seldom.holdsPerSecond())).containsOnly(1_000.0);
        assertThat(List.of(search.failsPerSecond(), seldom.failsPerSecond())).containsOnly(8_000.0);
    }

    /** A rate that held or failed each time is no end of the range when the other trials speak against it. */
    @Test
    void shouldNotClaimARateThatTheOtherTrialsContradict() {
        Search lucky =
                having("1000:mmm", "4000:xxxxxx", "5000:mmm", "8000:xxxxxx").found(End.FOUND);
        Search stalled =
                having("1000:mmmmmm", "2000:xxx", "4000:mmmmmm", "8000:xxx").found(End.FOUND);
        Search once = having("1000:mm", "4000:xxxxxx", "5000:m", "8000:xxxxxx").found(End.FOUND);

        assertThat(lucky.holdsPerSecond()).isEqualTo(1_000);
        assertThat(stalled.failsPerSecond()).isEqualTo(8_000);
        assertThat(once.holdsPerSecond()).isEqualTo(1_000);
    }

    /** The lower end held, below a rate that failed more often than it held, above one that did so every other time. */
    @Test
    void shouldNameLowerRatesThatFailedMoreOftenThanTheyHeld() {
        Search search = having("500:xxm", "700:xm", "1000:mmmmmmmm", "2000:mmmmmmmm", "4000:xxx")
                .found(End.FOUND);

        assertThat(search.holdsPerSecond()).isEqualTo(2_000);
        assertThat(search.failedBelow()).containsExactly(500.0);
    }

    @Test
    void shouldClaimTheHighestRateThatFreshJvmsHeldBelowAnyTheyDidNot() {
        RateSearch search = having("1000:mmm", "2000:mmm", "2500:mmm", "4000:xxx");
        search.add(fresh(2_500, "Missed", Layout.SINGLE));
        assertThat(search.found(End.LIMIT).holdsPerSecond()).isEqualTo(2_000);

        search.add(fresh(2_000, "Missed", Layout.SINGLE));
        search.add(fresh(900, "Met", Layout.SINGLE));
        search.add(fresh(1_000, "Met", Layout.SINGLE));
        search.add(fresh(3_000, "Met", Layout.SINGLE));
        assertThat(search.found(End.FOUND).holdsPerSecond()).isEqualTo(1_000);
    }

    /** Of two rates that fresh JVMs did not hold, the lower one is the limit, whatever warm ones held above it. */
    @Test
    void shouldClaimNoRateAboveTheLowestThatFreshJvmsDidNotHold() {
        RateSearch search = having("1000:mm", "1500:mm", "2000:mm", "2200:mmmm", "2500:mm", "4000:xx");
        search.add(fresh(2_500, "Missed", Layout.SINGLE));
        search.add(fresh(2_000, "Missed", Layout.SINGLE));

        assertThat(search.found(End.LIMIT).holdsPerSecond()).isEqualTo(1_500);
    }

    @Test
    void shouldNotSayThatARateFailsBelowOneThatAFreshJvmHeld() {
        RateSearch search = having("1000:mmm", "4000:xxxxxxxxx");
        search.add(fresh(5_000, "Met", Layout.SINGLE));

        Search found = search.found(End.FOUND);
        assertThat(found.holdsPerSecond()).isEqualTo(5_000);
        assertThat(found.failsPerSecond()).isNull();
    }

    @Test
    void shouldLeaveOutWhatFreshJvmsDidWithAnotherLayout() {
        RateSearch search = having("1000:mmm", "2000:mmm", "4000:xxx");
        search.add(fresh(1_000, "Missed", Layout.SHARED));

        assertThat(search.found(End.FOUND).holdsPerSecond()).isEqualTo(2_000);
    }

    /** With one thread 1,000/s failed; with two it holds, and of these 2,000/s had been tried before. */
    @Test
    void shouldCountOnlyTrialsOfTheLayoutThatHoldsMore() throws Exception {
        RateSearch search = having("500:mmm", "1000:xxx");
        search.add(trial(2_000, "Missed", Layout.SHARED));
        search.add(trial(1_000, "Met", Layout.SHARED));

        Search found = search.found(End.INTERRUPTED);
        assertThat(found.layout()).isEqualTo(Layout.SHARED);
        assertThat(found.tried()).containsOnlyKeys(1_000.0, 2_000.0);
        assertThat(found.held()).isEqualTo(new Count(1, 1));
        assertThat(found.failed().met()).isZero();
        RateSearch alone = having("2000:x", "1000:m");
        assertThat(next(search, TRIALS)).isEqualTo(next(alone, TRIALS));
    }

    /** A trial with another layout that fails says nothing about this one. */
    @Test
    void shouldNotCountFailuresOfAnotherLayout() throws Exception {
        RateSearch search = having("1000:m");
        search.add(trial(2_000, "Missed", Layout.SHARED));

        assertThat(search.found(End.INTERRUPTED).failsPerSecond()).isNull();
        assertThat(next(search, TRIALS)).isEqualTo(next(having("1000:m"), TRIALS));
    }

    @Test
    void shouldGoLowerAfterThreeTrialsInARowWithoutAVerdict() throws Exception {
        RateSearch search = having("1000:m");
        double tried = next(search, TRIALS);
        search.add(trial(tried, "Invalid", Layout.SINGLE));
        search.add(trial(tried, "Invalid", Layout.SINGLE));
        assertThat(next(search, TRIALS)).isEqualTo(tried);

        search.add(trial(tried, "Invalid", Layout.SINGLE));
        assertThat(next(search, TRIALS)).isLessThan(tried);
    }

    @Test
    void shouldEndAfterSixTrialsInARowWithoutAVerdict() throws Exception {
        RateSearch search = having("1000:m");
        for (int trial = 1; trial <= 5; trial++) {
            search.add(trial(2_000, "Invalid", Layout.SINGLE));
        }
        search.add(trial(1_000, true));
        int[] more = {0};

        Search found = search.search(
                rate -> {
                    more[0]++;
                    return List.of(trial(rate, "Invalid", Layout.SINGLE));
                },
                () -> TRIALS);

        assertThat(found.end()).isEqualTo(End.NO_VERDICT);
        assertThat(more[0]).isEqualTo(6);
    }

    /** Not a single trial would end in time: one is made, so that there is something to say. */
    @Test
    void shouldMakeOneTrialHoweverShortTheTime() throws Exception {
        assertThat(search(1_000, upTo(5_000), 1, 0).trials()).hasSize(1);
    }

    /** A system that neither holds nor fails anywhere. */
    @Test
    void shouldGiveUpAfterManyTrialsWhateverTimeIsLeft() throws Exception {
        Search search = new RateSearch(1_000, LOWEST)
                .search(rate -> List.of(trial(rate, true), trial(rate, false)), () -> 1_000);

        assertThat(search.end()).isEqualTo(End.LIMIT);
        assertThat(search.trials()).hasSize(120);
    }

    @Test
    void shouldTryNoRateAboveTheFirstBeforeOneHolds() throws Exception {
        assertThat(next(having("1000:x"), TRIALS)).isLessThan(1_000);
        RateSearch unjudged = having();
        unjudged.add(trial(1_000, "Invalid", Layout.SINGLE));
        assertThat(next(unjudged, TRIALS)).isEqualTo(1_000);
        assertThat(next(having(new RateSearch(100, 100), "100:x"), TRIALS)).isEqualTo(100);
    }

    /** The upper end may lie anywhere above 3,000/s, and time runs short. */
    @Test
    void shouldProveNoUpperEndMuchAboveWhatHasHeld() throws Exception {
        assertThat(next(having("1000:mmm", "3000:x"), 3)).isBetween(3_900.0, 4_100.0);
    }

    /** A rate far above held by luck, where lower ones failed three times each. */
    @Test
    void shouldNotFollowASingleRateThatHeldFarAboveThoseThatFailed() throws Exception {
        assertThat(next(having("1000:mmm", "4000:m", "16000:m", "5000:xxx", "6000:xxx", "8000:xxx"), TRIALS))
                .isLessThan(5_000);
    }

    /** The ends are far apart still, but with few trials left at least the lower one is proven. */
    @Test
    void shouldProveTheLowerEndWhenTimeRunsShort() throws Exception {
        for (int most = 12; most <= 16; most++) {
            Search search = search(1_000, upTo(9_000), 1, most);

            assertThat(search.held().of()).as("%s trials", most).isGreaterThanOrEqualTo(RateSearch.PROOF);
            assertThat(search.holdsPerSecond()).isBetween(4_000.0, 9_000.0);
        }
    }

    /** However little time is left, no end is chosen while the rate that holds half the time is out of reach. */
    @Test
    void shouldClimbOnWhileEachRateHoldsEvenWhenTimeRunsShort() throws Exception {
        assertThat(next(having("1000:m"), 3)).isGreaterThan(3_900);
    }

    @Test
    void shouldStartAtTheLowestRateThatCanBeJudged() throws Exception {
        assertThat(next(new RateSearch(100, 300), TRIALS)).isEqualTo(300);
    }

    @Test
    void shouldReportToItsParentWhatItFound() throws Exception {
        Search search = search(1_000, upTo(1_500), 1, TRIALS);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ParentLink child = new ParentLink(out, null, null);
        child.onTrial(search.trials().get(0));
        child.onSearched(search);

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .map(line -> Protocol.read(line, ChildMessage.class).orElseThrow())
                .containsExactly(
                        new ChildMessage.RateTried(search.trials().get(0)), new ChildMessage.SearchOver(search));
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
        Histogram latencies = Histograms.newHistogram();
        try (Pipeline pipeline = new Pipeline(
                new PipelineSpec<>("test", workload.scenario(), 2, Runs.messages()), transport, clock, () -> window)) {
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
