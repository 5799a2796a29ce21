package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Histograms;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.config.YamlDocument;
import io.twohop.result.Fork;
import io.twohop.result.SteadyWarmUp;
import io.twohop.testing.model.ForkBuilder;
import io.twohop.workload.Probe;
import io.twohop.workload.Scenario;
import io.twohop.workload.Slo;
import io.twohop.workload.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarmUpTrialTest {
    private static final double SECOND_NANOS = 1e9;
    private static final int SECONDS = 70;
    private static final Duration MOST = Duration.ofSeconds(60);
    private static final double SPREAD = 0.03;

    /** Simulations of each kind; the table in docs/COMPARING.md has more. */
    private static final int RUNS = Integer.getInteger("runs", 60);

    /** Medians of the seconds of a trial, each with noise of its own. */
    private static double[] medians(int seconds, long seed, IntToDoubleFunction level) {
        Random random = new Random(seed);
        double[] medians = new double[seconds];
        for (int i = 0; i < seconds; i++) {
            medians[i] = level.applyAsDouble(i) * Math.exp(SPREAD * random.nextGaussian());
        }
        return medians;
    }

    private static Fork trial(double... medians) {
        List<Interval> intervals = new ArrayList<>();
        for (int i = 0; i < medians.length; i++) {
            intervals.add(interval(Phase.WARMUP, i - medians.length, 1, medians[i]));
        }
        intervals.add(interval(Phase.MEASURE, 0, 1, 1e9));
        return new ForkBuilder(1).intervals(intervals).build();
    }

    private static Interval interval(Phase phase, double start, double length, double medianNanos) {
        return interval(phase, start, length, medianNanos, medianNanos);
    }

    private static Interval interval(Phase phase, double start, double length, double medianNanos, double p99Nanos) {
        Histogram latencies = new Histogram(3);
        if (medianNanos > 0) {
            latencies.recordValueWithCount(Math.round(medianNanos), 97);
            latencies.recordValueWithCount(Math.round(p99Nanos), 3);
        }
        return new Interval(
                phase,
                Math.round(start * SECOND_NANOS),
                Math.round((start + length) * SECOND_NANOS),
                Math.round(length * SECOND_NANOS),
                1_000,
                1_000,
                1_000,
                0,
                0,
                0,
                Map.of(Probe.END_TO_END, Histograms.encode(latencies, Histograms.newScratch())));
    }

    private static SteadyWarmUp found(IntToDoubleFunction level) {
        return WarmUpTrial.found(trial(medians(SECONDS, 1, level)), MOST);
    }

    @Test
    void shouldWarmUpForAllOfItAndMeasureNextToNothing() {
        Workload workload = Workload.read(YamlDocument.parse(
                "w.yaml",
                "rate: 1k\nduration: 5m\nwarmup: {until: steady, most: 30s}\nslo: {endToEnd.p99: 1ms}\n"
                        + "faults: [{at: 2s, action: pause, target: broker, for: 1s}]\n"));
        Scenario trial = WarmUpTrial.of(workload.scenario(), workload.warmUpTrial());

        assertThat(trial.load().warmup()).hasSeconds(40);
        assertThat(trial.load().duration()).hasSeconds(1);
        assertThat(trial.faults()).isEmpty();
        assertThat(trial.objective()).isEqualTo(Slo.NONE);
    }

    @Test
    void shouldEndWhereTheLevelNoLongerChanges() {
        SteadyWarmUp slow = found(second -> second < 12 ? 900e3 : 20e3);
        assertThat(slow.steady()).isTrue();
        assertThat(slow.seconds()).isEqualTo(12);
        assertThat(slow.mostSeconds()).isEqualTo(60);
        assertThat(slow.p50Nanos()).hasSize(SECONDS);

        SteadyWarmUp twice = found(second -> second < 5 ? 900e3 : second < 30 ? 24e3 : 20e3);
        assertThat(twice.seconds()).isEqualTo(30);

        SteadyWarmUp slower = found(second -> second < 15 ? 20e3 : 30e3);
        assertThat(slower.seconds()).isEqualTo(15);
    }

    @Test
    void shouldWaitForTheTailAsWell() {
        List<Interval> intervals = new ArrayList<>();
        for (int i = 0; i < SECONDS; i++) {
            intervals.add(interval(Phase.WARMUP, i - SECONDS, 1, 20e3, i < 25 ? 900e3 : 80e3));
        }
        SteadyWarmUp found =
                WarmUpTrial.found(new ForkBuilder(1).intervals(intervals).build(), MOST);

        assertThat(found.seconds()).isEqualTo(25);
        assertThat(found.p99Nanos().get(24)).isGreaterThan(800e3);
    }

    @Test
    void shouldTakeNoChangeOfTheLevelForOneThatIsTooSmallToMatter() {
        assertThat(found(second -> second < 30 ? 21.5e3 : 20e3).seconds()).isEqualTo(WarmUpTrial.FEWEST);
    }

    @Test
    void shouldNotTakeASlowSecondForAChange() {
        assertThat(found(second -> second == 40 ? 5e6 : 20e3).seconds()).isEqualTo(WarmUpTrial.FEWEST);
    }

    @Test
    void shouldTakeAsLongAsItMayWhereNothingBecomesSteady() {
        SteadyWarmUp late = found(second -> second < 63 ? 900e3 : 20e3);
        assertThat(late.steady()).isFalse();
        assertThat(late.seconds()).isEqualTo(60);

        SteadyWarmUp growing = found(second -> 20e3 * Math.pow(1.05, second));
        assertThat(growing.steady()).isFalse();
        assertThat(WarmUpTrial.notSteady(growing).text())
                .isEqualTo("no 10 s without a change of latency within 60 s of warm-up");
    }

    @Test
    void shouldNotDecideByATrialThatBrokeOffOrHadNoMessages() {
        assertThat(WarmUpTrial.found(trial(), MOST).steady()).isFalse();
        assertThat(WarmUpTrial.found(trial(medians(8, 1, second -> 20e3)), MOST).steady())
                .as("8 of 70 seconds")
                .isFalse();
        assertThat(found(second -> second == 30 ? 0 : 20e3).steady()).isFalse();
    }

    /** The table in docs/COMPARING.md. */
    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({"0, 0.03", "0.5, 0.15", "0.8, 0.45"})
    void shouldSeldomFindAChangeWhereThereIsNone(double correlation, double most) {
        int runs = RUNS;
        int wrong = 0;
        int never = 0;
        for (int run = 0; run < runs; run++) {
            Random random = new Random(run);
            double[] medians = new double[SECONDS];
            double noise = random.nextGaussian();
            for (int i = 0; i < SECONDS; i++) {
                medians[i] = 20e3 * Math.exp(0.05 * noise);
                noise = correlation * noise + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            }
            SteadyWarmUp found = WarmUpTrial.found(trial(medians), MOST);
            wrong += found.seconds() > WarmUpTrial.FEWEST ? 1 : 0;
            never += found.steady() ? 0 : 1;
        }
        System.out.printf(
                "correlation %.1f: longer than needed in %.1f %%, never steady in %.1f %%%n",
                correlation, 100.0 * wrong / runs, 100.0 * never / runs);
        assertThat((double) wrong / runs).isLessThan(most);
    }

    /** The table in docs/COMPARING.md. */
    @ParameterizedTest
    @Tag("exhaustive")
    @CsvSource({"10, 5, 0.15", "1, 5, 0.15", "0.2, 10, 0.15"})
    void shouldLeaveLittleOfASlowStart(double amount, double seconds, double most) {
        int runs = RUNS / 2;
        int tooShort = 0;
        double sum = 0;
        for (int run = 0; run < runs; run++) {
            SteadyWarmUp found = WarmUpTrial.found(
                    trial(medians(SECONDS, run, second -> 20e3 * (1 + amount * Math.exp(-second / seconds)))), MOST);
            tooShort += amount * Math.exp(-found.seconds() / seconds) > 0.2 ? 1 : 0;
            sum += found.seconds();
        }
        System.out.printf(
                "%.1f times slower at first, falling by e in %.0f s: %.1f s on average, more than 20 %% left in %.1f"
                        + " %%%n",
                1 + amount, seconds, sum / runs, 100.0 * tooShort / runs);
        assertThat((double) tooShort / runs).isLessThan(most);
    }
}
