package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.config.YamlDocument;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Rates;
import io.twohop.result.ReachedPrecision;
import io.twohop.testing.model.ForkBuilder;
import io.twohop.workload.Probe;
import io.twohop.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class ForkCountTest {
    private static final Workload UNTIL = workload("{until: endToEnd.p50 +-5 %, most: 8}");

    private static Workload workload(String forks) {
        return Workload.read(YamlDocument.parse("w.yaml", "rate: 1k\nduration: 1s\nforks: " + forks + "\n"));
    }

    private static Fork fork(long medianNanos) {
        Histogram histogram = new Histogram(3);
        histogram.recordValue(medianNanos);
        return new ForkBuilder(1)
                .rates(new Rates(1_000, 1_000, 1_000))
                .probes(Map.of(Probe.END_TO_END, LatencySummary.of(histogram)))
                .build();
    }

    private static List<Fork> forks(long... medians) {
        List<Fork> forks = new ArrayList<>();
        for (long median : medians) {
            forks.add(fork(median));
        }
        return forks;
    }

    @Test
    void shouldMakeAsManyAsWereAskedFor() {
        assertThat(ForkCount.isEnough(workload("2"), forks(100))).isFalse();
        assertThat(ForkCount.isEnough(workload("2"), forks(100, 900))).isTrue();
        assertThat(ForkCount.precision(workload("2"), forks(100, 900))).isEmpty();
    }

    @Test
    void shouldGoOnUntilTheFigureIsKnown() {
        assertThat(ForkCount.isEnough(UNTIL, List.of())).isFalse();
        assertThat(ForkCount.isEnough(UNTIL, forks(100, 100, 100, 100)))
                .as("too few to say")
                .isFalse();
        assertThat(ForkCount.isEnough(UNTIL, forks(100, 100, 101, 100, 99))).isTrue();
        assertThat(ForkCount.isEnough(UNTIL, forks(100, 130, 90, 110, 120))).isFalse();
        assertThat(ForkCount.isEnough(UNTIL, forks(100, 130, 90, 110, 120, 80, 140, 95)))
                .as("at most 8")
                .isTrue();
    }

    @Test
    void shouldNotGoOnForAFigureThatForksDoNotHave() {
        Workload other = workload("{until: acknowledge.p99 +-5 %}");

        assertThat(ForkCount.isEnough(other, forks(100))).isTrue();
        assertThat(ForkCount.notReached(ForkCount.precision(other, forks(100)).orElseThrow())
                        .text())
                .isEqualTo("too few forks have acknowledge.p99 to say how well it is known");
    }

    @Test
    void shouldNotGoOnAfterAForkThatBrokeOff() {
        Fork broken = new ForkBuilder(fork(100)).failure("ended early").build();

        assertThat(ForkCount.isEnough(UNTIL, List.of(fork(100), broken))).isTrue();
    }

    @Test
    void shouldSayHowWellItIsKnown() {
        ReachedPrecision precision = ForkCount.precision(UNTIL, forks(100, 130, 90, 110, 120, 80, 140, 95))
                .orElseThrow();

        assertThat(precision.isReached()).isFalse();
        assertThat(ForkCount.notReached(precision).text()).matches("endToEnd.p50 is known to \\+-1\\d\\.\\d % only");
        assertThat(ForkCount.precision(UNTIL, forks(100, 100, 101, 100, 99))
                        .orElseThrow()
                        .isReached())
                .isTrue();
    }
}
