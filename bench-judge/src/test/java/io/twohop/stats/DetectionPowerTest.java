package io.twohop.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Forks around 1,000, normally distributed, with a deviation of 5 per cent; those of a round have most of it in common. */
class DetectionPowerTest {
    private static final double ALPHA = 0.05;
    private static final double DEVIATION = 50;
    private static final double WITHIN_ROUNDS = 10;
    private static final int FORKS = 400;

    private final SplittableRandom random = new SplittableRandom(3);
    private final double[] rounds = noise(new double[FORKS], DEVIATION);
    private final double[] base = noise(rounds, WITHIN_ROUNDS);
    private final double[] candidate = noise(rounds, WITHIN_ROUNDS);

    private double[] noise(double[] around, double deviation) {
        double[] values = new double[around.length];
        Arrays.setAll(values, i -> (around[i] == 0 ? 1_000 : around[i]) + deviation * random.nextGaussian());
        return values;
    }

    private DetectionPower power(SignificanceTest test, Design design) {
        return new DetectionPower(test, design, ALPHA, base, candidate);
    }

    /** As statsmodels' solve_power has it: 1.3250 deviations for two groups of ten, 0.9962 for ten pairs. */
    @Test
    void shouldAgreeWithThePowerOfATTest() {
        double deviation = Math.hypot(DEVIATION, WITHIN_ROUNDS) / 1_000;
        double ofDifferences = WITHIN_ROUNDS * Math.sqrt(2) / 1_000;

        assertThat(power(SignificanceTest.T, Design.UNPAIRED).smallestChange(10))
                .isEqualTo(1.3250 * deviation, within(0.15 * deviation));
        assertThat(power(SignificanceTest.T, Design.PAIRED).smallestChange(10))
                .isEqualTo(0.9962 * ofDifferences, within(0.15 * ofDifferences));
    }

    @Test
    void shouldRaiseFalseAlarmsAsOftenAsAlpha() {
        for (Design design : Design.values()) {
            // 10 of 200, and three deviations to either side.
            assertThat(power(SignificanceTest.T, design).power(10, 1)).isBetween(0.01, 0.1);
        }
    }

    /** The smallest p-value of three against three is 0.1, and of five pairs 0.0625. */
    @Test
    void shouldFindNothingWhereNoPValueIsSmallEnough() {
        assertThat(power(SignificanceTest.PERMUTATION, Design.UNPAIRED).smallestChange(3))
                .isNaN();
        assertThat(power(SignificanceTest.PERMUTATION, Design.PAIRED).smallestChange(5))
                .isNaN();
        assertThat(power(SignificanceTest.PERMUTATION, Design.PAIRED).smallestChange(6))
                .isBetween(0.01, 0.05);
    }
}
