package io.twohop.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.compare.MetricFinding.Word;
import io.twohop.stats.SignificanceTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two runs of which the base has the outer two slices of each four, on a machine whose speed drifts. */
class SlicePairsTest {
    private static final Metric P50 = new Metric("endToEnd.p50");
    private static final Metric P99 = new Metric("endToEnd.p99");
    private static final int SLICES = 40;
    private static final int FORKS = 8;

    /** What the machine makes of 100 ns in each slice: twice as slow at the end as at the begin. */
    private static double drift(int slice) {
        return 100 * (1 + slice / (double) SLICES);
    }

    private static double[] slices(boolean outer, IntToDoubleFunction nanos) {
        double[] values = new double[SLICES];
        Arrays.setAll(
                values, slice -> outer == (slice % 4 == 0 || slice % 4 == 3) ? nanos.applyAsDouble(slice) : Double.NaN);
        return values;
    }

    private static ForkSlices fork(boolean outer, Set<Integer> stalled, IntToDoubleFunction nanos) {
        double[] values = slices(outer, nanos);
        return new ForkSlices(SLICES, Map.of(P50, values, P99, values), Optional.ofNullable(stalled));
    }

    private static Side side(String name, ForkSlices... slices) {
        double[] whole = new double[slices.length];
        Arrays.fill(whole, 1e6);
        return new Side(
                name,
                slices.length,
                Map.of(P50, whole, P99, whole),
                Set.of(),
                Set.of(P99),
                new SideTurns(
                        IntStream.range(0, slices.length)
                                .mapToObj(round -> "call " + round)
                                .toList(),
                        List.of(slices)),
                Conditions.UNKNOWN,
                List.of());
    }

    private static Side side(String name, boolean outer, Set<Integer> stalled, double factor, double stall) {
        List<ForkSlices> forks = new ArrayList<>();
        for (int number = 0; number < FORKS; number++) {
            double its = factor * (1 + number / 1_000.0);
            forks.add(fork(
                    outer, stalled, slice -> stalled != null && stalled.contains(slice) ? stall : its * drift(slice)));
        }
        return side(name, forks.toArray(ForkSlices[]::new));
    }

    private static Comparison compare(Side base, Side candidate) {
        return Comparison.of(
                        base,
                        List.of(candidate),
                        List.of(P50, P99),
                        new Comparison.Options(SignificanceTest.PERMUTATION, 0.05, true, 0.05))
                .get(0);
    }

    @Test
    void shouldFindAChangeThatADriftHides() {
        Comparison comparison = compare(side("a", true, Set.of(), 1, 0), side("b", false, Set.of(), 1.03, 0));

        MetricFinding finding = comparison.findings().get(0);
        assertThat(finding.word()).isEqualTo(Word.REGRESSED);
        assertThat(finding.change().orElseThrow()).isEqualTo(0.03, within(0.002));
        assertThat(finding.base()).isBetween(100.0, 200.0);
        assertThat(comparison.slices().orElseThrow().text())
                .isEqualTo("160 pairs of slices; in 0 the machine stalled, for 1 % of a slice or longer: all count");
    }

    @Test
    void shouldSwapTheValuesWhereTheSidesChangePlaces() {
        Side one = side("a", true, Set.of(3), 1, 5_000);
        Side other = side("b", false, Set.of(2, 9), 1.2, 7_000);

        double[][] values = SlicePairs.of(one, other).orElseThrow().values(P50).orElseThrow();
        double[][] swapped = SlicePairs.of(other, one).orElseThrow().values(P50).orElseThrow();

        assertThat(swapped[0]).containsExactly(values[1], within(1e-9));
        assertThat(swapped[1]).containsExactly(values[0], within(1e-9));
    }

    /** 20 pairs: nine of them are fewer than half, and ten are not. */
    @Test
    void shouldJudgeTheTailWhereFewSlicesWereStalled() {
        Side base = side("a", true, Set.of(0, 3, 7, 8, 11), 1, 90_000_000);
        Side fast = side("b", false, Set.of(13, 14, 17, 18), 1, 80_000_000);
        Side slow = side("b", false, Set.of(13, 14, 17, 18), 1.5, 80_000_000);
        Side stalled = side("b", false, Set.of(13, 14, 17, 18, 21), 1.5, 80_000_000);

        assertThat(compare(base, fast).findings().get(1).change().orElseThrow()).isEqualTo(0, within(0.02));
        assertThat(compare(base, slow).findings().get(1).word()).isEqualTo(Word.REGRESSED);
        assertThat(compare(base, slow).slices().orElseThrow().stalled()).isEqualTo(9 * FORKS);
        assertThat(compare(base, stalled).findings().get(1).word()).isEqualTo(Word.NOT_TRUSTED);
    }

    @Test
    void shouldNotJudgeTheTailWhereStallsWereNotRecorded() {
        Comparison comparison = compare(side("a", true, null, 1, 0), side("b", false, Set.of(), 1.5, 0));

        assertThat(comparison.findings().get(0).word()).isEqualTo(Word.REGRESSED);
        assertThat(comparison.findings().get(1).word()).isEqualTo(Word.NOT_TRUSTED);
        assertThat(comparison.slices().orElseThrow().stalled()).isNull();
        assertThat(comparison.slices().orElseThrow().text()).contains("was not recorded");
    }

    @Test
    void shouldCompareWholeForksWhereSlicesHaveTooFewSamples() {
        Side base = side("a", fork(true, Set.of(), slice -> Double.NaN), fork(true, Set.of(), slice -> 5));
        Side candidate = side("b", fork(false, Set.of(), slice -> 5), fork(false, Set.of(), slice -> 5));

        assertThat(compare(base, candidate).findings().get(0).base()).isEqualTo(1e6);
    }
}
