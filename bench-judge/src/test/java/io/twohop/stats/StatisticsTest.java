package io.twohop.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Against fixtures.json, made by fixtures.py with other people's implementations, and against simulations. */
class StatisticsTest {
    private static final double EXACT = 1e-9;
    private static final double ALPHA = 0.05;

    /** Darwin's pairs of maize, in eighths of an inch. */
    private static final double[] MAIZE = {49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48};

    private static JsonNode fixtures() throws IOException {
        return new ObjectMapper().readTree(StatisticsTest.class.getResourceAsStream("fixtures.json"));
    }

    static Stream<JsonNode> cases() throws IOException {
        return StreamSupport.stream(fixtures().get("cases").spliterator(), false);
    }

    private static double[] values(JsonNode node) {
        return StreamSupport.stream(node.spliterator(), false)
                .mapToDouble(JsonNode::asDouble)
                .toArray();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void shouldAgreeWithOtherImplementations(JsonNode fixture) {
        double[] base = values(fixture.get("base"));
        double[] candidate = values(fixture.get("candidate"));

        assertThat(SignificanceTest.WELCH.pValue(base, candidate))
                .isEqualTo(fixture.get("welch").asDouble(), within(EXACT));
        assertThat(SignificanceTest.T.pValue(base, candidate))
                .isEqualTo(fixture.get("pooled").asDouble(), within(EXACT));
        assertThat(SignificanceTest.MANN_WHITNEY.pValue(base, candidate))
                .isEqualTo(fixture.get("mannWhitney").asDouble(), within(EXACT));
        // Random ways are other ones there: three standard errors of both.
        double p = fixture.get("permutation").asDouble();
        boolean exact = fixture.get("permutationIsExact").asBoolean();
        assertThat(SignificanceTest.PERMUTATION.pValue(base, candidate))
                .isEqualTo(p, within(exact ? EXACT : 6 * Math.sqrt(2 * p / 2 * (1 - p / 2) / 100_000)));

        double change = fixture.get("change").asDouble();
        assertThat(ChangeInterval.change(base, candidate)).isEqualTo(change, within(EXACT));
    }

    @Test
    void shouldCorrectForManyQuestionsAsHolmDoes() throws IOException {
        JsonNode holm = fixtures().get("holm");

        assertThat(Holm.adjust(values(holm.get("p")))).containsExactly(values(holm.get("adjusted")), within(EXACT));
        assertThat(Holm.adjust(new double[0])).isEmpty();
    }

    @Test
    void shouldFindTrendsAsOtherImplementationsDo() throws IOException {
        for (JsonNode fixture : fixtures().get("trends")) {
            Trend trend = Trend.of(values(fixture.get("series")));

            assertThat(trend.pValue()).isEqualTo(fixture.get("p").asDouble(), within(EXACT));
            assertThat(trend.change()).isEqualTo(fixture.get("change").asDouble(), within(EXACT));
        }
        assertThat(Trend.of(new double[] {1, 1, 1}).pValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveTheVerdictsOfThePublishedGroups(SignificanceTest test) throws IOException {
        for (String name : new String[] {"synchronous", "asynchronous"}) {
            JsonNode groups = fixtures().get("published").get(name);
            double[] one = values(groups.get("base"));
            double[] three = values(groups.get("candidate"));

            assertThat(test.pValue(one, three)).isLessThan(1e-4);
            // Published: one replica better by 25.5 and by 41.9 per cent.
            assertThat(ChangeInterval.change(one, three))
                    .isEqualTo(name.equals("synchronous") ? -0.255 : -0.419, within(0.0006));
        }
    }

    static Stream<Arguments> testsOfEachDesign() {
        return Arrays.stream(SignificanceTest.values())
                .flatMap(test -> Arrays.stream(Design.values()).map(design -> Arguments.of(test, design)));
    }

    /** Where nothing differs, alpha of the answers are false alarms; within 3.3 deviations of a binomial. */
    @ParameterizedTest
    @MethodSource("testsOfEachDesign")
    void shouldRaiseFalseAlarmsAtTheRateAlpha(SignificanceTest test, Design design) {
        SplittableRandom random = new SplittableRandom(11);
        int runs = 4_000;
        int alarms = 0;
        for (int run = 0; run < runs; run++) {
            double[] base = forks(random, 6, 100, 5);
            double[] candidate = forks(random, 6, 100, 5);
            alarms += test.pValue(design, base, candidate) <= ALPHA ? 1 : 0;
        }

        // Of 924 ways of dealing, 46 and of 924 rank sums fewer are at most 5 %: discrete tests stay a little below. Of
        // 64
        // patterns of signs, two are.
        boolean counts = test.smallestP(design, 6, 6) > 0;
        double rate = counts && design == Design.PAIRED ? 2 / 64.0 : ALPHA;
        double expected = runs * rate;
        double tolerance = 3.3 * Math.sqrt(runs * rate * (1 - rate));
        boolean ranks = test == SignificanceTest.MANN_WHITNEY && design == Design.UNPAIRED;
        assertThat((double) alarms).isLessThan(expected + tolerance);
        assertThat((double) alarms).isGreaterThan((ranks ? 0.8 : 1) * expected - tolerance);
    }

    /** R. A. Fisher, "The Design of Experiments", section 21: 863 of 32,768 patterns of signs have sums as large. */
    @Test
    void shouldTestPairsAsPublished() {
        double[] base = new double[MAIZE.length];
        double[] withThreeMore = Arrays.copyOf(MAIZE, MAIZE.length + 3);

        assertThat(SignificanceTest.PERMUTATION.pValue(Design.PAIRED, base, MAIZE))
                .isEqualTo(2 * 863 / 32_768.0, within(EXACT));
        assertThat(SignificanceTest.PERMUTATION.pValue(Design.PAIRED, MAIZE, base))
                .isEqualTo(2 * 863 / 32_768.0, within(EXACT));
        // Three pairs without a difference change nothing, but are too many to try all: three standard errors.
        assertThat(SignificanceTest.PERMUTATION.pValue(Design.PAIRED, new double[18], withThreeMore))
                .isEqualTo(2 * 863 / 32_768.0, within(3 * Math.sqrt(0.0527 * 0.9473 / 100_000)));
        assertThat(SignificanceTest.WELCH.pValue(Design.PAIRED, base, MAIZE)).isEqualTo(0.0497, within(5e-5));
        assertThat(SignificanceTest.T.pValue(Design.PAIRED, base, MAIZE)).isEqualTo(0.0497, within(5e-5));
        assertThat(SignificanceTest.MANN_WHITNEY.pValue(Design.PAIRED, base, MAIZE))
                .isEqualTo(0.04126, within(5e-6));
    }

    @Test
    void shouldCountTheObservedPatternAmongRandomOnes() {
        double[] more = new double[40];
        Arrays.setAll(more, i -> 10 + i);

        assertThat(SignificanceTest.PERMUTATION.pValue(Design.PAIRED, new double[40], more))
                .isEqualTo(1 / 100_001.0, within(1e-12));
    }

    /** A machine that drifts hits both of a round alike. */
    @Test
    void shouldJudgePairsByTheirDifferences() {
        double[] base = {100, 200, 300, 400, 500, 600};
        double[] candidate = {111, 209, 312, 408, 511, 609};

        assertThat(SignificanceTest.PERMUTATION.pValue(Design.UNPAIRED, base, candidate))
                .isGreaterThan(0.8);
        assertThat(SignificanceTest.PERMUTATION.pValue(Design.PAIRED, base, candidate))
                .isEqualTo(2 / 64.0, within(EXACT));
        assertThat(neededToFindFive(Design.UNPAIRED, base, candidate)).isGreaterThan(10_000);
        assertThat(neededToFindFive(Design.PAIRED, base, candidate)).isEqualTo(6);
        ConfidenceInterval unpaired = ChangeInterval.of(
                        SignificanceTest.PERMUTATION, Design.UNPAIRED, base, candidate, ALPHA)
                .orElseThrow();
        assertThat(unpaired.low()).isNegative();
        ConfidenceInterval paired = ChangeInterval.of(
                        SignificanceTest.PERMUTATION, Design.PAIRED, base, candidate, ALPHA)
                .orElseThrow();
        assertThat(paired.low()).isBetween(0.0149, 10 / 350.0);
        assertThat(paired.high()).isBetween(10 / 350.0, 0.1101);
    }

    private static long neededToFindFive(Design design, double[] base, double[] candidate) {
        return SampleSize.of(SignificanceTest.PERMUTATION, design, base, candidate, 5, ALPHA);
    }

    @Test
    void shouldRefusePairsOfUnequalNumber() {
        assertThatThrownBy(() ->
                        SignificanceTest.PERMUTATION.pValue(Design.PAIRED, new double[] {1, 2}, new double[] {1, 2, 3}))
                .hasMessage("2 and 3 values are no pairs");
    }

    /** The spread is as good as known, so that only the test's own steps and few degrees of freedom are to be reckoned with. */
    @ParameterizedTest
    @EnumSource
    void shouldFindARealShiftAsOftenAsTheSampleSizePromises(Design design) {
        SplittableRandom random = new SplittableRandom(13);
        int runs = 4_000;
        for (double spread = 1.75; spread <= 3.5; spread += 0.25) {
            int needed = (int) neededToFindFive(design, ofVariance(2 * spread * spread, 1_000), new double[1_000]);
            int found = 0;
            for (int run = 0; run < runs; run++) {
                found +=
                        isFound(design, forks(random, needed, 100, spread), forks(random, needed, 105, spread)) ? 1 : 0;
            }
            assertThat((double) found / runs)
                    .as("spread %s, %d forks", spread, needed)
                    .isBetween(0.78, 0.93);
        }
    }

    /** The spread of four forks says little: some pilots ask for too few, and others for more. */
    @ParameterizedTest
    @EnumSource
    void shouldFindARealShiftAsOftenAsPromisedAfterASmallPilot(Design design) {
        SplittableRandom random = new SplittableRandom(19);
        int runs = 1_500;
        int found = 0;
        for (int run = 0; run < runs; run++) {
            int needed = (int) neededToFindFive(design, forks(random, 4, 100, 3), forks(random, 4, 105, 3));
            found += isFound(design, forks(random, needed, 100, 3), forks(random, needed, 105, 3)) ? 1 : 0;
        }

        assertThat((double) found / runs).isBetween(0.79, 0.88);
    }

    /** At these spreads it would be denied most often, since the groups are just large enough to be tested at all. */
    @Tag("exhaustive")
    @ParameterizedTest
    @EnumSource
    void shouldSeldomDenyAShiftThatIsThere(Design design) {
        SplittableRandom random = new SplittableRandom(23);
        int runs = 1_500;
        int forks = SampleSize.toReach(SignificanceTest.PERMUTATION, design, ALPHA);
        int denied = 0;
        for (int run = 0; run < runs; run++) {
            double[] base = forks(random, forks, 100, 2);
            double[] candidate = forks(random, forks, 105, 2);
            boolean enough = forks >= neededToFindFive(design, base, candidate);
            denied += enough && !isFound(design, base, candidate) ? 1 : 0;
        }

        assertThat((double) denied / runs).isLessThan(0.05);
    }

    /** By permutations of a few; of more normal values, t comes to the same and is quicker. */
    private static boolean isFound(Design design, double[] base, double[] candidate) {
        SignificanceTest test = base.length <= 8 ? SignificanceTest.PERMUTATION : SignificanceTest.T;
        return test.pValue(design, base, candidate) <= ALPHA;
    }

    @ParameterizedTest
    @EnumSource
    void shouldAskForMoreForksTheLessAPilotSays(Design design) {
        long ofFour = neededToFindFive(design, ofVariance(64, 4), new double[4]);
        long ofTwelve = neededToFindFive(design, ofVariance(64, 12), new double[12]);
        long ofHundred = neededToFindFive(design, ofVariance(64, 100), new double[100]);

        assertThat(ofFour).isGreaterThan(ofTwelve + 2);
        assertThat(ofTwelve).isGreaterThan(ofHundred);
    }

    /** An even number of values about 0. */
    private static double[] ofVariance(double variance, int count) {
        double[] values = new double[count];
        Arrays.setAll(values, i -> (i % 2 == 0 ? 1 : -1) * Math.sqrt(variance * (count - 1) / count));
        return values;
    }

    @Test
    void shouldHaveAnAnswerForEverySpread() {
        for (double spread : new double[] {1e-200, 1e-9, 1e9, 1e200}) {
            for (Design design : Design.values()) {
                assertThat(neededToFindFive(design, new double[] {-spread, spread, 0}, new double[] {spread, 0, 0}))
                        .as("%s %s", design, spread)
                        .isGreaterThanOrEqualTo(SampleSize.toReach(SignificanceTest.PERMUTATION, design, ALPHA));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveAnAnswerForValuesWithoutSpread(SignificanceTest test) {
        double[] ones = {1, 1, 1, 1};
        double[] twos = {2, 2, 2, 2};

        assertThat(test.pValue(ones, ones)).isEqualTo(1);
        assertThat(test.pValue(ones, twos)).isEqualTo(2 / 70.0, within(EXACT));
        assertThat(test.pValue(Design.PAIRED, ones, ones)).isEqualTo(1);
        assertThat(test.pValue(Design.PAIRED, ones, twos)).isEqualTo(2 / 16.0, within(EXACT));
        ConfidenceInterval interval =
                ChangeInterval.of(test, Design.UNPAIRED, ones, twos, ALPHA).orElseThrow();
        assertThat(interval.low()).isEqualTo(1, within(EXACT));
        assertThat(interval.high()).isEqualTo(1, within(EXACT));
        assertThat(EffectSize.hedges(ones, ones)).isZero();
        assertThat(EffectSize.hedges(ones, twos)).isInfinite().isPositive();
        assertThat(SampleSize.of(test, Design.UNPAIRED, ones, twos, 1, ALPHA))
                .isEqualTo(SampleSize.toReach(test, Design.UNPAIRED, ALPHA));
    }

    @Test
    void shouldHaveNoRelativeChangeOfNothing() {
        double[] zeros = {0, 0, 0};
        double[] some = {1, 0, 2};

        assertThat(ChangeInterval.change(zeros, some)).isNaN();
        assertThat(SignificanceTest.PERMUTATION.pValue(zeros, some)).isEqualTo(0.4, within(EXACT));
    }

    @Test
    void shouldSayHowManyForksATestNeedsAtLeast() {
        assertThat(SignificanceTest.PERMUTATION.smallestP(Design.UNPAIRED, 5, 5))
                .isEqualTo(2 / 252.0);
        assertThat(SampleSize.toReach(SignificanceTest.PERMUTATION, Design.UNPAIRED, 0.05))
                .isEqualTo(4);
        assertThat(SampleSize.toReach(SignificanceTest.PERMUTATION, Design.UNPAIRED, 0.05 / 30))
                .isEqualTo(7);
        assertThat(SampleSize.toReach(SignificanceTest.WELCH, Design.UNPAIRED, 0.05 / 30))
                .isEqualTo(2);
        assertThat(SignificanceTest.PERMUTATION.smallestP(Design.PAIRED, 5, 5)).isEqualTo(2 / 32.0);
        assertThat(SampleSize.toReach(SignificanceTest.PERMUTATION, Design.PAIRED, 0.05))
                .isEqualTo(6);
        assertThat(SampleSize.toReach(SignificanceTest.PERMUTATION, Design.PAIRED, 0.05 / 30))
                .isEqualTo(11);
        assertThat(SampleSize.toReach(SignificanceTest.WELCH, Design.PAIRED, 0.05 / 30))
                .isEqualTo(2);
    }

    @Test
    void shouldMeasureAnEffectInUnitsOfTheSpread() {
        double[] base = {9, 10, 11};
        double[] candidate = {11, 12, 13};

        assertThat(EffectSize.hedges(base, candidate)).isEqualTo(2 * (1 - 3 / 15.0), within(EXACT));
        assertThat(EffectSize.hedges(candidate, base)).isEqualTo(-1.6, within(EXACT));
    }

    private static double[] forks(SplittableRandom random, int count, double mean, double deviation) {
        double[] values = new double[count];
        Arrays.setAll(values, i -> mean + deviation * random.nextGaussian());
        return values;
    }
}
