package io.twohop.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MeanPrecisionTest {
    private static final int LEAST = 5;
    private static final int MOST = 100;
    private static final double WANTED = 0.05;

    /** As scipy 1.13's {@code t.interval(0.95, 4, mean, sem)} has it. */
    @Test
    void shouldBeHalfOfTheIntervalOverTheMean() {
        assertThat(MeanPrecision.share(new double[] {10, 12, 11, 13, 9}))
                .isEqualTo(1.9632431614775607 / 11, within(1e-12));
        assertThat(MeanPrecision.share(new double[] {7, 7, 7})).isZero();
        assertThat(MeanPrecision.share(new double[] {-1, 1})).isInfinite();
    }

    /** As a run does. */
    private static double[] until(RandomGenerator random, double spread) {
        double[] values = new double[0];
        while (values.length < LEAST || values.length < MOST && MeanPrecision.share(values) > WANTED) {
            values = Arrays.copyOf(values, values.length + 1);
            values[values.length - 1] = Math.exp(spread * random.nextGaussian());
        }
        return values;
    }

    /** Of lognormal values, whose mean and spread are bound up with each other. */
    @ParameterizedTest
    @Tag("exhaustive")
    @ValueSource(doubles = {0.03, 0.06, 0.1, 0.15})
    void shouldCoverTheMeanAlmostAsOftenAsItSaysWhenLookedAtAgainAndAgain(double spread) {
        SplittableRandom random = new SplittableRandom(7);
        double mean = Math.exp(spread * spread / 2);
        int runs = 4_000;
        int covered = 0;
        long forks = 0;
        for (int run = 0; run < runs; run++) {
            double[] values = until(random, spread);
            double half = MeanPrecision.share(values) * Samples.mean(values);
            covered += Math.abs(Samples.mean(values) - mean) <= half ? 1 : 0;
            forks += values.length;
        }
        System.out.printf(
                "spread %.2f: %.1f %% covered, %.1f forks%n", spread, 100.0 * covered / runs, (double) forks / runs);

        assertThat((double) covered / runs).isBetween(0.9, 0.97);
    }

    /** Each side ends by its own spread, or has a number of forks that another run came to. */
    @ParameterizedTest
    @Tag("exhaustive")
    @ValueSource(doubles = {0.03, 0.06, 0.1, 0.15})
    void shouldRaiseFewMoreFalseAlarmsAndNoneWithTheNumberOfAnotherRun(double spread) {
        SplittableRandom random = new SplittableRandom(11);
        int runs = 4_000;
        int alarms = 0;
        int alarmsAfresh = 0;
        for (int run = 0; run < runs; run++) {
            double[] base = until(random, spread);
            double[] candidate = until(random, spread);
            alarms += differ(base, candidate);
            alarmsAfresh += differ(afresh(random, spread, base.length), afresh(random, spread, base.length));
        }
        System.out.printf(
                "spread %.2f: %.1f %% false alarms, %.1f %% with the number of another run%n",
                spread, 100.0 * alarms / runs, 100.0 * alarmsAfresh / runs);

        assertThat((double) alarms / runs).isLessThan(0.1);
        assertThat((double) alarmsAfresh / runs).isLessThan(0.05 + 2 * Math.sqrt(0.05 * 0.95 / runs));
    }

    private static double[] afresh(RandomGenerator random, double spread, int forks) {
        double[] values = new double[forks];
        Arrays.setAll(values, i -> Math.exp(spread * random.nextGaussian()));
        return values;
    }

    private static int differ(double[] base, double[] candidate) {
        return SignificanceTest.WELCH.pValue(base, candidate) <= 0.05 ? 1 : 0;
    }
}
