package io.twohop.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.stats.EDivisive.Division;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against changes.json, made by changes.py with Apache Otava and SciPy, against the formula itself, and against chance. */
class EDivisiveTest {
    private static final double EXACT = 1e-9;
    private static final double LEVEL = 0.01;

    private static JsonNode fixtures() throws IOException {
        return new ObjectMapper().readTree(EDivisiveTest.class.getResourceAsStream("changes.json"));
    }

    static Stream<JsonNode> cases() throws IOException {
        return StreamSupport.stream(fixtures().get("cases").spliterator(), false);
    }

    private static double[] values(JsonNode node) {
        return StreamSupport.stream(node.spliterator(), false)
                .mapToDouble(JsonNode::asDouble)
                .toArray();
    }

    private static List<Integer> places(double[] series, double alpha, int fewest) {
        return EDivisive.of(series, alpha, fewest).stream().map(Division::at).toList();
    }

    /** Otava's groups may have one value, those by SciPy have three or more. */
    @ParameterizedTest
    @MethodSource("cases")
    void shouldDivideAsOtherImplementationsDo(JsonNode fixture) throws IOException {
        int fewest = fixtures().get("fewest").asInt();
        double[] series = values(fixture.get("values"));
        for (JsonNode segment : fixture.get("segments")) {
            int from = segment.get("from").asInt();
            double[] part = Arrays.copyOfRange(series, from, segment.get("to").asInt());

            assertBest(new Divergence(part.length, 1).of(part), from, segment.get("otava"));
            assertBest(new Divergence(part.length, fewest).of(part), from, segment.get("scipy"));
        }
    }

    private static void assertBest(Divergence.Best best, int from, JsonNode expected) {
        assertThat(from + best.at()).isEqualTo(expected.get("index").asInt());
        assertThat(best.statistic())
                .isEqualTo(expected.get("statistic").asDouble(), within(EXACT * (1 + Math.abs(best.statistic()))));
    }

    /** Otava's own way is to permute all stretches at once, which finds less behind a noisy one, or as much. */
    @ParameterizedTest
    @MethodSource("cases")
    void shouldFindTheChangesThatOtavasPermutationTestFinds(JsonNode fixture) throws IOException {
        assertThat(fixtures().get("level").asDouble()).isEqualTo(LEVEL);
        List<Integer> found = places(values(fixture.get("values")), LEVEL, 1);

        assertThat(found).isEqualTo(integers(fixture.get("stretchByStretch")));
        assertThat(found).containsAll(integers(fixture.get("allAtOnce")));
    }

    /** Otava's default: t-tests in windows, and a merge of what they found. */
    @ParameterizedTest
    @MethodSource("cases")
    void shouldFindWhatOtavasStudentTestsFind(JsonNode fixture) {
        assertThat(places(values(fixture.get("values")), LEVEL, 3)).isEqualTo(integers(fixture.get("otava")));
    }

    private static List<Integer> integers(JsonNode node) {
        return StreamSupport.stream(node.spliterator(), false)
                .map(JsonNode::asInt)
                .toList();
    }

    /** Their random orders are other ones: within six standard errors of both. */
    @ParameterizedTest
    @MethodSource("cases")
    void shouldCountAsManyOrdersAsOtava(JsonNode fixture) throws IOException {
        double[] series = values(fixture.get("values"));
        double orders = fixtures().get("permutations").asDouble() + 1;
        double expected = (1 + fixture.get("asExtreme").asInt()) / orders;

        assertThat(pValue(series))
                .isEqualTo(expected, within(6 * Math.sqrt(2 * expected * (1 - expected) / orders) + 2 / orders));
    }

    /** Of the whole series: with an alpha that lets everything pass, all orders are counted. */
    private static double pValue(double[] series) {
        int at = new Divergence(series.length, 1).of(series).at();
        return EDivisive.of(series, 1, 1).stream()
                .filter(division -> division.at() == at)
                .findFirst()
                .orElseThrow()
                .pValue();
    }

    @Test
    void shouldDivideWhereTheFormulaSays() {
        SplittableRandom random = new SplittableRandom(5);
        for (int trial = 0; trial < 50; trial++) {
            int count = 6 + random.nextInt(15);
            int fewest = 1 + random.nextInt(3);
            double[] series = random.doubles(count, 0, 100).toArray();

            Divergence.Best best = new Divergence(count, fewest).of(series);
            double most = Double.NEGATIVE_INFINITY;
            for (int place = fewest; place <= count - fewest; place++) {
                for (int end = place + fewest; end <= count; end++) {
                    most = Math.max(most, formula(series, place, end));
                }
            }
            assertThat(best.statistic()).isEqualTo(most, within(EXACT * 100));
        }
    }

    /** Equations 5 and 6, word for word. */
    private static double formula(double[] series, int place, int end) {
        double between = 0;
        double left = 0;
        double right = 0;
        int n = place;
        int m = end - place;
        for (int i = 0; i < end; i++) {
            for (int k = i + 1; k < end; k++) {
                double distance = Math.abs(series[i] - series[k]);
                if (k < place) {
                    left += distance;
                } else if (i >= place) {
                    right += distance;
                } else {
                    between += distance;
                }
            }
        }
        double divergence = 2.0 / (n * m) * between;
        divergence -= n < 2 ? 0 : left / (n * (n - 1) / 2.0);
        divergence -= m < 2 ? 0 : right / (m * (m - 1) / 2.0);
        return n * m / (double) (n + m) * divergence;
    }

    @Test
    void shouldFindNothingInAConstantOrShortSeries() {
        double[] constant = new double[40];
        Arrays.fill(constant, 7);

        assertThat(EDivisive.of(constant, 0.5, 3)).isEmpty();
        assertThat(EDivisive.of(new double[] {1, 1, 1, 9, 9}, 0.5, 3)).isEmpty();
        assertThat(EDivisive.of(new double[0], 0.5, 3)).isEmpty();
    }

    /** No permutation test can: at most one of 126 orders is as good. */
    @ParameterizedTest
    @ValueSource(ints = {6, 7, 8, 9})
    void shouldFindALargeStepInAShortStretch(int count) {
        SplittableRandom random = new SplittableRandom(10 + count);
        double[] series = new double[count];
        Arrays.setAll(series, i -> (i < count / 2 ? 100 : 150) + random.nextDouble());

        assertThat(places(series, LEVEL, 3)).containsExactly(count / 2);
        assertThat(EDivisive.of(Arrays.copyOf(series, 5), LEVEL, 3)).isEmpty();
        Arrays.setAll(series, i -> 100 + random.nextDouble());
        assertThat(EDivisive.of(series, LEVEL, 3)).isEmpty();
    }

    @Test
    void shouldFindThatAChangeWasMended() {
        SplittableRandom random = new SplittableRandom(4);
        double[] series = new double[40];
        Arrays.setAll(series, i -> (i < 31 || i > 35 ? 100 : 130) + random.nextDouble());

        assertThat(places(series, LEVEL, 3)).containsExactly(31, 36);
    }

    /** Distances of all values to all others would take 3 GB. Alpha holds for each window. */
    @Test
    void shouldFindChangesInASeriesOfAnyLength() {
        SplittableRandom random = new SplittableRandom(6);
        double[] series = new double[20_000];
        Arrays.setAll(series, i -> (i < 7_000 || i >= 15_000 ? 100 : 105) + random.nextDouble());

        assertThat(places(series, LEVEL / 10, 3)).containsExactly(7_000, 15_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 100, 149, 150, 151, 197, 199, 200, 201, 250, 397})
    void shouldFindAChangeOnceWhereverAWindowEnds(int at) {
        SplittableRandom random = new SplittableRandom(7);
        double[] series = new double[2 * EDivisive.WINDOW];
        Arrays.setAll(series, i -> (i < at ? 100 : 150) + random.nextDouble());

        assertThat(places(series, LEVEL, 3)).containsExactly(at);
    }

    /** A change that was found yesterday has as many values beside it today. */
    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 210})
    void shouldStillFindALateChangeWithOneValueMore(int length) {
        SplittableRandom random = new SplittableRandom(7);
        double[] series = new double[210];
        Arrays.setAll(series, i -> (i < 170 ? 100 : 100.3) + random.nextDouble());

        assertThat(EDivisive.of(Arrays.copyOf(series, length), LEVEL / 10, 3)).hasSize(1);
    }

    @Test
    void shouldSeeNoChangeInASpike() {
        double[] series = new SplittableRandom(2).doubles(50, 99, 101).toArray();
        series[20] = 500;
        series[21] = 480;

        assertThat(EDivisive.of(series, LEVEL, 3)).isEmpty();
    }

    @Test
    void shouldFindASmallStepBesideANoisyStretch() {
        SplittableRandom random = new SplittableRandom(3);
        double[] series = new double[60];
        Arrays.setAll(series, i -> i < 20 ? 100 + random.nextDouble() : i < 40 ? 105 + random.nextDouble() : 0);
        for (int i = 40; i < 60; i++) {
            series[i] = 1_000 + 300 * random.nextDouble();
        }

        assertThat(places(series, LEVEL, 3)).containsExactly(20, 40);
    }

    /** Where values may be exchanged, alpha of all series show a change; within 3.3 deviations of a binomial. */
    @ParameterizedTest
    @CsvSource({"20, 0.05", "7, 0.05", "9, 0.01"})
    void shouldRaiseAsFewFalseAlarmsAsAlphaAllows(int count, double alpha) {
        int series = 1_000;
        SplittableRandom random = new SplittableRandom(9);
        int alarms = 0;
        for (int i = 0; i < series; i++) {
            double[] values = new double[count];
            // Skewed, as latencies are.
            Arrays.setAll(values, at -> Math.exp(0.3 * random.nextGaussian()));
            alarms += EDivisive.of(values, alpha, 3).isEmpty() ? 0 : 1;
        }
        double allowed = 3.3 * Math.sqrt(alpha * (1 - alpha) / series);
        double share = alarms / (double) series;

        assertThat(share).isLessThanOrEqualTo(alpha + allowed);
        if (count == 20) {
            assertThat(share).isGreaterThanOrEqualTo(alpha - allowed);
        }
    }
}
