package io.twohop.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.stats.IntervalCoverage.Noise;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ChangeIntervalTest {
    private static final double ALPHA = 0.05;

    private static double[] stretched(double[] values, double ratio) {
        return Arrays.stream(values).map(value -> value * ratio).toArray();
    }

    private static double p(SignificanceTest test, Design design, double[] base, double[] candidate, double change) {
        return test.pValue(design, stretched(base, 1 + change), candidate);
    }

    /** Also with thousands of forks' worth of ties, and where regroupings are drawn at random. */
    @ParameterizedTest
    @EnumSource
    void shouldExcludeZeroExactlyWhereTheTestFindsADifference(SignificanceTest test) {
        SplittableRandom random = new SplittableRandom(1);
        int found = 0;
        for (Design design : Design.values()) {
            for (int draw = 0; draw < 200; draw++) {
                int forks = draw < 5 && test == SignificanceTest.PERMUTATION ? 18 : 4 + draw % 5;
                double[] base = Noise.values()[draw % 4].draw(random, forks, 1);
                double[] candidate = Noise.values()[draw % 4].draw(random, forks, 1 + draw % 3 / 10.0);
                if (draw % 7 == 0) {
                    Arrays.setAll(base, i -> Math.rint(base[i] / 20));
                    Arrays.setAll(candidate, i -> Math.rint(candidate[i] / 20));
                }
                ConfidenceInterval interval =
                        ChangeInterval.of(test, design, base, candidate, ALPHA).orElseThrow();
                double p = test.pValue(design, base, candidate);
                boolean excluded = interval.low() > 0 || interval.high() < 0;
                found += excluded ? 1 : 0;

                assertThat(excluded)
                        .as("%s %s %s %s %s", design, p, interval, Arrays.toString(base), Arrays.toString(candidate))
                        .isEqualTo(p <= Math.max(ALPHA, 1 - interval.level() + 1e-9));
            }
        }
        assertThat(found).isBetween(40, 360);
    }

    @ParameterizedTest
    @CsvSource({"PERMUTATION, 6", "PERMUTATION, 18", "WELCH, 5", "T, 5", "MANN_WHITNEY, 7"})
    void shouldEndWhereTheTestBeginsToReject(SignificanceTest test, int forks) {
        SplittableRandom random = new SplittableRandom(2);
        for (Design design : Design.values()) {
            double[] base = Noise.NORMAL.draw(random, forks, 1);
            double[] candidate = Noise.NORMAL.draw(random, forks, 1.3);

            ConfidenceInterval interval =
                    ChangeInterval.of(test, design, base, candidate, ALPHA).orElseThrow();

            for (double end : new double[] {interval.low(), interval.high()}) {
                double inside = end == interval.low() ? 1e-7 : -1e-7;
                assertThat(p(test, design, base, candidate, end + inside)).isGreaterThan(ALPHA);
                assertThat(p(test, design, base, candidate, end - inside)).isLessThanOrEqualTo(ALPHA);
            }
        }
    }

    /** Of six pairs, only one pattern and its opposite may be as extreme: the interval is that of the pairs' ratios. */
    @Test
    void shouldStateTheLevelThatItReallyHas() {
        double[] base = {100, 100, 100, 100, 100, 100};
        double[] candidate = {103, 101, 110, 99, 104, 98};

        assertThat(ChangeInterval.of(SignificanceTest.PERMUTATION, Design.PAIRED, base, candidate, ALPHA))
                .hasValueSatisfying(interval -> {
                    assertThat(interval.low()).isEqualTo(-0.02, within(1e-9));
                    assertThat(interval.high()).isEqualTo(0.1, within(1e-9));
                    assertThat(interval.level()).isEqualTo(1 - 2 / 64.0, within(1e-9));
                });
        assertThat(level(Design.UNPAIRED, 4)).isEqualTo(1 - 2 / 70.0, within(1e-9));
        assertThat(level(Design.UNPAIRED, 3)).as("no p-value is below 0.1").isEqualTo(0.9, within(1e-9));
        assertThat(level(Design.PAIRED, 5)).as("nor 0.0625").isEqualTo(1 - 2 / 32.0, within(1e-9));
        assertThat(level(Design.PAIRED, 2)).isEqualTo(0.5, within(1e-9));
    }

    private static double level(Design design, int forks) {
        SplittableRandom random = new SplittableRandom(3);
        return ChangeInterval.of(
                        SignificanceTest.PERMUTATION,
                        design,
                        Noise.NORMAL.draw(random, forks, 1),
                        Noise.NORMAL.draw(random, forks, 1),
                        ALPHA)
                .orElseThrow()
                .level();
    }

    @Test
    void shouldHoldTheTrueChangeAsOftenAsItSays() {
        for (Design design : Design.values()) {
            for (Noise noise : Noise.values()) {
                for (int forks : new int[] {4, 6}) {
                    int draws = 1_000;
                    double level = level(design, forks);
                    assertThat(IntervalCoverage.of(SignificanceTest.PERMUTATION, design, noise, forks, draws))
                            .as("%s %s %s", design, noise, forks)
                            .isCloseTo(level, within(4 * Math.sqrt(level * (1 - level) / draws)));
                }
            }
        }
    }

    @Test
    @Tag("exhaustive")
    void shouldHoldTheTrueChangeInTenThousandDraws() {
        int draws = 10_000;
        for (Design design : Design.values()) {
            for (Noise noise : Noise.values()) {
                double level = level(design, 6);
                assertThat(IntervalCoverage.of(SignificanceTest.PERMUTATION, design, noise, 6, draws))
                        .isCloseTo(level, within(4 * Math.sqrt(level * (1 - level) / draws)));
            }
        }
    }

    @Test
    void shouldHaveNoIntervalOfNothing() {
        double[] zeros = {0, 0, 0, 0};
        double[] some = {1, 0, 2, 1};

        assertThat(ChangeInterval.of(SignificanceTest.PERMUTATION, Design.UNPAIRED, zeros, some, ALPHA))
                .isEmpty();
        assertThat(ChangeInterval.of(
                        SignificanceTest.PERMUTATION, Design.UNPAIRED, some, new double[] {-1, 1, 2, 3}, ALPHA))
                .isEmpty();
        assertThat(ChangeInterval.of(SignificanceTest.PERMUTATION, Design.UNPAIRED, some, zeros, ALPHA)
                        .orElseThrow()
                        .low())
                .isEqualTo(-1);
    }
}
