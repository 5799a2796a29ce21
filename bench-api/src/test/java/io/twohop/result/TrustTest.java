package io.twohop.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Histograms;
import io.twohop.result.Delays.Delay;
import io.twohop.testing.model.ForkBuilder;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TrustTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    /** 10,000 messages: 100 us, but the last hundred from 1 to 100 ms. */
    private static LatencySummary latencies() {
        Histogram histogram = Histograms.newHistogram();
        histogram.recordValueWithCount(100 * MICRO, 9_900);
        for (int i = 1; i <= 100; i++) {
            histogram.recordValue(i * MILLI);
        }
        return LatencySummary.of(histogram);
    }

    private static Trust trust(Delay... delays) {
        return Trust.of(new Delays(List.of(delays)), Map.of(Probe.END_TO_END, latencies()));
    }

    private static boolean excuses(Trust trust, double percentile, long limitNanos) {
        return trust.excuses(Probe.END_TO_END, latencies(), percentile, limitNanos);
    }

    @Test
    void shouldTrustEverythingWhereNothingWasDelayed() {
        Trust trust = trust();

        assertThat(trust.upTo()).isNull();
        assertThat(trust.text()).isEmpty();
        assertThat(trust.untrusted(Probe.END_TO_END)).isEmpty();
        assertThat(excuses(trust, 100, 1)).isFalse();
    }

    @Test
    void shouldDoubtWhereAsManyWereDelayedAsTheFigureIsAwayFromAShorterOne() {
        Trust trust = trust(new Delay(30 * MILLI, 50, "no core left for service-0"));

        // Without those 50, p99.9 may be what p99.4 was seen to be.
        assertThat(trust.untrusted(Probe.END_TO_END)).containsExactly("p99.9", "max");
        assertThat(trust.probes().get(Probe.END_TO_END).ranges().get("p99.9"))
                .satisfies(range -> assertThat(range.highestNanos()).isBetween(90 * MILLI, 91 * MILLI))
                .satisfies(range -> assertThat(range.lowestNanos()).isBetween(59 * MILLI, 61 * MILLI));
        assertThat(trust.text())
                .isEqualTo("trusted to p99 (this machine delayed 0.5 % of messages by up to 30.0 ms:"
                        + " no core left for service-0)");
    }

    /** 0.7 % take 50 ms; a stop of 60 ms in ten seconds delays almost as many more. */
    @Test
    void shouldDoubtATailThatAStopMadeReachFurtherDown() {
        Histogram histogram = Histograms.newHistogram();
        histogram.recordValueWithCount(46 * MICRO, 98_700);
        histogram.recordValueWithCount(50 * MILLI, 700);
        for (int i = 1; i <= 600; i++) {
            histogram.recordValue(i * MILLI / 10);
        }
        LatencySummary latencies = LatencySummary.of(histogram);
        List<Delay> stop = new ArrayList<>();
        for (int i = 1; i <= 60; i++) {
            stop.add(new Delay(i * MILLI, 10, "nothing ran"));
        }

        Trust trust = Trust.of(new Delays(stop), Map.of(Probe.END_TO_END, latencies));

        assertThat(latencies.percentile(99).toMillis()).isGreaterThan(20);
        assertThat(trust.untrusted(Probe.END_TO_END)).contains("p99").doesNotContain("p90", "p50");
        assertThat(trust.upTo()).isEqualTo("p98");
        assertThat(trust.excuses(Probe.END_TO_END, latencies, 99, MILLI)).isTrue();
        assertThat(trust.excuses(Probe.END_TO_END, latencies, 99, 40 * MICRO)).isFalse();
    }

    /** Fewer were delayed than lie beyond p90, and yet they decide it. */
    @Test
    void shouldDoubtAFigureThatLiesAmongTheDelayedOnes() {
        Histogram histogram = Histograms.newHistogram();
        histogram.recordValueWithCount(60 * MICRO, 88_000);
        histogram.recordValueWithCount(3 * MILLI, 12_000);
        LatencySummary latencies = LatencySummary.of(histogram);

        Trust trust = Trust.of(
                new Delays(List.of(new Delay(4 * MILLI, 9_000, "no core left for sink-0"))),
                Map.of(Probe.END_TO_END, latencies));

        assertThat(trust.untrusted(Probe.END_TO_END)).first().isEqualTo("p90");
        assertThat(trust.upTo()).isEqualTo("p88");
    }

    @Test
    void shouldRoundTowardsTheSafeSide() {
        assertThat(upTo(99_990)).isEqualTo("p99.99");
        assertThat(upTo(99_974)).isEqualTo("p99.97");
        assertThat(upTo(99_500)).isEqualTo("p99.5");
        assertThat(upTo(97_500)).isEqualTo("p97");
        assertThat(upTo(69_900)).isEqualTo("p69");
        assertThat(upTo(0)).isEqualTo("p0");
    }

    /** All but so many of 100,000 were delayed to what they took. */
    private static String upTo(long undelayed) {
        Histogram histogram = Histograms.newHistogram();
        histogram.recordValueWithCount(100 * MICRO, undelayed);
        histogram.recordValueWithCount(90 * MILLI, 100_000 - undelayed);
        Delays delays = new Delays(List.of(new Delay(90 * MILLI, 100_000 - undelayed, "")));
        return Trust.of(delays, Map.of(Probe.END_TO_END, LatencySummary.of(histogram)))
                .upTo();
    }

    @Test
    void shouldNotMindDelaysThatAreSmallBesideTheFigure() {
        // Less than a tenth of 100 us, and of nobody's concern; more than that is.
        assertThat(trust(new Delay(9 * MICRO, 10_000, "")).upTo()).isNull();
        assertThat(trust(new Delay(11 * MICRO, 10_000, "")).upTo()).isEqualTo("p0");
    }

    @Test
    void shouldTrustWhatIsFarLongerThanAllThatTheMachineDid() {
        Trust trust = trust(new Delay(2 * MILLI, 90, "nothing ran"));

        // 90 and 100 ms it cannot have made.
        assertThat(trust.upTo()).isNull();
        assertThat(trust.untrusted(Probe.END_TO_END)).isEmpty();
        assertThat(trust.doubts(latencies(), 99.2)).isTrue();
        assertThat(excuses(trust, 100, MILLI)).isFalse();
    }

    @Test
    void shouldExcuseALimitOnlyWithinTheRange() {
        Trust trust = trust(new Delay(30 * MILLI, 250, "nothing ran"));

        // 90 ms are those 30 ms and 60 ms of the transport's at least.
        assertThat(excuses(trust, 99.9, 5 * MILLI)).isFalse();
        assertThat(excuses(trust, 99.9, 70 * MILLI)).isTrue();
        assertThat(excuses(trust, 90, 5 * MICRO)).as("trusted").isFalse();
    }

    @Test
    void shouldBoundALatencyByAllThatTheMachineDid() {
        Trust.Range range = trust(new Delay(30 * MILLI, 250, "nothing ran")).range(latencies(), 99.9);

        assertThat(range.lowestNanos()).isBetween(59 * MILLI, 61 * MILLI);
        assertThat(range.highestNanos()).isBetween(90 * MILLI, 91 * MILLI);
    }

    @Test
    void shouldNotJudgeTheHarnessItself() {
        LatencySummary lateness = latencies();

        Trust trust = Trust.of(
                new Delays(List.of(new Delay(30 * MILLI, 250, ""))),
                Map.of(Probe.LATENESS, lateness, Probe.END_TO_END, lateness, Probe.TO_SERVICE, lateness));

        assertThat(trust.probes()).containsOnlyKeys(Probe.END_TO_END, Probe.TO_SERVICE);
    }

    @Test
    void shouldAddUpForks() {
        Fork one = fork(trust(new Delay(95 * MILLI, 100, "nothing ran")));
        Fork other = fork(trust(new Delay(95 * MILLI, 300, "no core left for sink-0")));
        Histogram both = Histograms.newHistogram();
        both.add(latencies().histogram());
        both.add(latencies().histogram());
        Map<Probe, LatencySummary> probes = Map.of(Probe.END_TO_END, LatencySummary.of(both));

        Trust trust = Trust.merged(List.of(one.trust(), other.trust()), probes).orElseThrow();

        assertThat(trust.delayedShare()).isEqualTo(0.02);
        assertThat(trust.cause()).isEqualTo("no core left for sink-0");
        assertThat(Trust.merged(List.of(one.trust(), fork(null).trust()), probes))
                .isEmpty();
    }

    private static Fork fork(Trust trust) {
        return new ForkBuilder(1)
                .probes(Map.of(Probe.END_TO_END, latencies()))
                .trust(trust)
                .build();
    }
}
