package io.twohop.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.judge.VerdictsTest;
import io.twohop.measure.LatencyRecorder;
import io.twohop.result.Delays.Delay;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    /** 10,000 messages: 100 us, but the last hundred from 1 to 100 ms. */
    private static LatencySummary latencies() {
        Histogram histogram = LatencyRecorder.newHistogram();
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
    void shouldTrustUpToWhereTheDelayedOnesCouldLie() {
        Trust trust = trust(new Delay(30 * MILLI, 250, "no core left for service-0"));

        assertThat(trust.text())
                .isEqualTo("trusted to p97 (this machine delayed 2.5 % of messages by up to 30.0 ms:"
                        + " no core left for service-0)");
        assertThat(trust.untrusted(Probe.END_TO_END)).containsExactly("p99", "p99.9", "max");
    }

    @Test
    void shouldRoundTowardsTheSafeSide() {
        assertThat(trust(new Delay(90 * MILLI, 1, "")).upTo()).isEqualTo("p99.99");
        assertThat(trust(new Delay(90 * MILLI, 2, "")).upTo()).isEqualTo("p99.98");
        assertThat(trust(new Delay(90 * MILLI, 26, "")).upTo()).isEqualTo("p99.7");
        assertThat(trust(new Delay(90 * MILLI, 250, "")).upTo()).isEqualTo("p97");
        assertThat(trust(new Delay(90 * MILLI, 4_010, "")).upTo()).isEqualTo("p59");
        assertThat(trust(new Delay(90 * MILLI, 10_000, "")).text()).startsWith("trusted nowhere (");
    }

    @Test
    void shouldNotMindDelaysThatAreSmallBesideTheFigure() {
        // Less than a tenth of 100 us, and of nobody's concern; a tenth of 1 ms is not.
        assertThat(trust(new Delay(9 * MICRO, 10_000, "")).upTo()).isNull();
        assertThat(trust(new Delay(11 * MICRO, 200, "")).upTo()).isEqualTo("p98");
    }

    @Test
    void shouldTrustWhatIsFarLongerThanAllThatTheMachineDid() {
        Trust trust = trust(new Delay(2 * MILLI, 90, "nothing ran"));

        // From 11 to 20 ms the machine may be part of it; 90 and 100 ms it cannot have made.
        assertThat(trust.upTo()).isEqualTo("p99.1");
        assertThat(trust.untrusted(Probe.END_TO_END)).isEmpty();
        assertThat(excuses(trust, 100, MILLI)).isFalse();
    }

    @Test
    void shouldExcuseALimitOnlyWhereTheMachineAloneMayHaveExceededIt() {
        Trust trust = trust(new Delay(30 * MILLI, 250, "nothing ran"));

        assertThat(excuses(trust, 99.9, 5 * MILLI)).isTrue();
        assertThat(excuses(trust, 90, 5 * MICRO)).as("trusted").isFalse();
        // Up to p97 each took 100 us, so that p99.9 took no less.
        assertThat(excuses(trust, 99.9, 80 * MICRO)).isFalse();
        assertThat(excuses(trust, 99.9, 95 * MICRO)).as("but for a tenth").isTrue();
    }

    /** Of 10,000 messages the machine may have delayed half as many again as it is known to. */
    @ParameterizedTest
    @CsvSource({"300, true", "250, true", "201, true", "199, false", "100, false"})
    void shouldExcuseWhatMoreDelaysThanWereSeenMayHaveDone(long seen, boolean excused) {
        Histogram histogram = LatencyRecorder.newHistogram();
        histogram.recordValueWithCount(2 * MICRO, 9_700);
        histogram.recordValueWithCount(40 * MILLI, 300);
        LatencySummary latencies = LatencySummary.of(histogram);
        Delays delays = new Delays(List.of(new Delay(54 * MILLI, seen, "nothing ran")));

        Trust trust = Trust.of(delays, Map.of(Probe.END_TO_END, latencies));

        assertThat(trust.excuses(Probe.END_TO_END, latencies, 99, 5 * MILLI)).isEqualTo(excused);
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
        Fork one = fork(trust(new Delay(30 * MILLI, 100, "nothing ran")));
        Fork other = fork(trust(new Delay(30 * MILLI, 300, "no core left for sink-0")));
        Histogram both = LatencyRecorder.newHistogram();
        both.add(latencies().histogram());
        both.add(latencies().histogram());
        Map<Probe, LatencySummary> probes = Map.of(Probe.END_TO_END, LatencySummary.of(both));

        Trust trust = Trust.of(List.of(one, other), probes);

        assertThat(trust.delayedShare()).isEqualTo(0.02);
        assertThat(trust.cause()).isEqualTo("no core left for sink-0");
        List<Fork> unknown = new ArrayList<>(List.of(one, fork(null)));
        assertThat(Trust.of(unknown, probes)).isNull();
    }

    @Test
    void shouldJudgeObjectivesByWhatIsTrusted() {
        Fork fork = VerdictsTest.trusting(latencies(), trust(new Delay(30 * MILLI, 250, "nothing ran")));

        assertThat(VerdictsTest.objective(fork, "endToEnd.p99.9", "200ms")).isInstanceOf(Verdict.Met.class);
        Verdict doubtful = VerdictsTest.objective(fork, "endToEnd.p99.9", "5ms");
        assertThat(doubtful).isInstanceOf(Verdict.Invalid.class);
        assertThat(doubtful.reasons())
                .singleElement()
                .asString()
                .startsWith("objective endToEnd.p99.9 cannot be judged here: ")
                .contains("may be this machine's doing, trusted to p97 (")
                .endsWith("; repeat on a machine with more cores, or with nothing else on it");
        assertThat(VerdictsTest.objective(fork, "endToEnd.p99.9", "50us")).isInstanceOf(Verdict.Missed.class);
        assertThat(VerdictsTest.objective(fork, "endToEnd.p90", "50us")).isInstanceOf(Verdict.Missed.class);
    }

    private static Fork fork(Trust trust) {
        return VerdictsTest.trusting(latencies(), trust);
    }
}
