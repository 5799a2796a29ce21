package io.twohop.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.compare.MetricFinding.Word;
import io.twohop.external.ExternalResult;
import io.twohop.external.Quantity;
import io.twohop.external.Series;
import io.twohop.stats.SignificanceTest;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExternalSidesTest {
    private static Series series(String name, String label, double... forks) {
        Quantity quantity = label.equals(Series.RATE) ? Quantity.RATE : Quantity.LATENCY;
        return new Series(
                name,
                quantity,
                true,
                Map.of(label, 1.0),
                Set.of("p99"),
                Arrays.stream(forks).mapToObj(fork -> Map.of(label, fork)).toList(),
                Map.of("jmh.threads", "" + forks.length / 100));
    }

    private static ExternalResult result(String tool, Series... series) {
        return new ExternalResult("a.json", tool, List.of(series), List.of(), List.of("a limit"));
    }

    private static MetricFinding finding(Series base, Series candidate) {
        List<Side> sides = ExternalSides.of(List.of(result("JMH", base), result("JMH", candidate)))
                .orElseThrow();
        Comparison comparison = Comparison.of(
                        sides.get(0),
                        sides.subList(1, 2),
                        List.copyOf(sides.get(0).values().keySet()),
                        new Comparison.Options(SignificanceTest.PERMUTATION, 0.05, true, 0.05))
                .get(0);
        return comparison.findings().get(0);
    }

    @Test
    void shouldTestTheForksOfTheSameBenchmark() {
        MetricFinding slower = finding(
                series("a.avgt", Series.MEAN, 10, 10.1, 10.2, 10.3, 10.4),
                series("a.avgt", Series.MEAN, 20, 20.1, 20.2, 20.3, 20.4));
        MetricFinding less = finding(
                series("a.thrpt", Series.RATE, 20, 20.1, 20.2, 20.3, 20.4),
                series("a.thrpt", Series.RATE, 10, 10.1, 10.2, 10.3, 10.4));
        MetricFinding single = finding(series("a.avgt", Series.MEAN, 10), series("a.avgt", Series.MEAN, 20));

        assertThat(slower.word()).isEqualTo(Word.REGRESSED);
        assertThat(slower.metric()).isEqualTo(new Metric("a.avgt.mean"));
        assertThat(less.word()).as("a lower rate").isEqualTo(Word.REGRESSED);
        assertThat(single.word()).as("one fork tells nothing").isEqualTo(Word.NOT_ENOUGH_DATA);
    }

    @Test
    void shouldNotTestWhatHasNoForksOrNothingInCommon() {
        ExternalResult jmh = result("JMH", series("a.avgt", Series.MEAN, 1, 2));

        assertThat(ExternalSides.of(List.of(jmh, result("JMH", series("b.avgt", Series.MEAN, 1, 2)))))
                .isEmpty();
        assertThat(ExternalSides.of(List.of(jmh, result("JMH", series("a.avgt", Series.MEAN)))))
                .isEmpty();
        assertThat(ExternalSides.of(List.of(jmh, result("other", series("a.avgt", Series.MEAN, 1, 2)))))
                .isEmpty();
        assertThat(ExternalSides.of(List.of(jmh, jmh, result("JMH", series("b.avgt", Series.MEAN, 1, 2)))))
                .as("one of several candidates")
                .isEmpty();
    }

    @Test
    void shouldCompareTheSettingsOfSharedBenchmarksOnly() {
        Series shared = series("a.avgt", Series.MEAN, 1, 2);
        List<Side> sides = ExternalSides.of(List.of(
                        result("JMH", shared, series("only.avgt", Series.MEAN, new double[200])),
                        result("JMH", shared)))
                .orElseThrow();

        assertThat(sides.get(0).differences(sides.get(1))).isEmpty();
        assertThat(sides.get(0).forks()).isEqualTo(2);
        assertThat(sides.get(0).values()).containsOnlyKeys(new Metric("a.avgt.mean"));
        assertThat(sides.get(0).warnings())
                .containsExactly(
                        "nothing stands beside these of a.json: only.avgt",
                        "a limit",
                        "the file names no machine: make sure yourself that the machines match");
    }

    @Test
    void shouldTestOfSampledTimesTheMedianAndP99ThatTheMachineDidNotDecide() {
        Map<String, Double> fork = Map.of("mean", 1.0, "p50", 1.0, "p90", 1.0, "p99", 1.0, "p99.9", 1.0);
        Series sampled =
                new Series("a.sample", Quantity.LATENCY, true, fork, Set.of("p99"), List.of(fork, fork), Map.of());
        Side side = ExternalSides.of(List.of(
                        result("JMH", sampled, series("a.avgt", Series.MEAN, 1, 2)),
                        result("JMH", sampled, series("a.avgt", Series.MEAN, 1, 2))))
                .orElseThrow()
                .get(0);

        assertThat(ExternalSides.tested(side))
                .containsExactlyInAnyOrder(
                        new Metric("a.sample.p50"), new Metric("a.sample.p99"), new Metric("a.avgt.mean"));
        assertThat(side.untrusted()).containsExactly(new Metric("a.sample.p99"));
    }
}
