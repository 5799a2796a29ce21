package io.twohop.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class GrowthTest {
    private static final double SECOND = 1e9;
    private static final double MILLI = 1e6;

    private static Growth of(int seconds, IntToDoubleFunction millis) {
        double[] ages = new double[seconds];
        Arrays.setAll(ages, second -> MILLI * millis.applyAsDouble(second));
        return Growth.of(ages, SECOND);
    }

    @Test
    void shouldReportTheSlopeOverAllSeconds() {
        Growth growth = of(10, second -> 1 + 10 * second);

        assertThat(growth.perSecond()).isCloseTo(0.010, within(1e-9));
        assertThat(growth.grows()).isTrue();
    }

    @Test
    void shouldAllowAnHourNoMoreThanAMinute() {
        assertThat(of(60, second -> 1.1 * second).grows()).isTrue();
        assertThat(of(60, second -> 0.9 * second).grows()).isFalse();
        assertThat(of(3_600, second -> 70.0 * second / 3_600).grows()).isTrue();
        assertThat(of(3_600, second -> 50.0 * second / 3_600).grows()).isFalse();
    }

    @Test
    void shouldTakeASystemThatSettlesForNoGrowth() {
        assertThat(of(7, second -> 1 + 1.2 * second).grows()).isFalse();
        assertThat(of(7, second -> 1 + 1.6 * second).grows()).isTrue();
    }

    @Test
    void shouldTakeNoStallForGrowth() {
        assertThat(of(10, second -> second == 9 ? 900 : 1).grows()).isFalse();
        assertThat(of(10, second -> second >= 4 && second <= 6 ? 3_000 - 1_000 * (second - 4) : 1)
                        .grows())
                .isFalse();
        assertThat(of(10, second -> 500 - 50 * second).grows()).isFalse();
    }

    @Test
    void shouldSeeWhatGrowsBehindABacklogThatShrinks() {
        double[] ages = {900, 700, 500, 300, 100, 120, 140, 160, 180};
        double[] caughtUp = {900, 700, 500, 300, 100, 100, 101, 100, 102};
        for (int i = 0; i < ages.length; i++) {
            ages[i] *= MILLI;
            caughtUp[i] *= MILLI;
        }

        assertThat(Growth.of(ages, SECOND).grows()).isFalse();
        assertThat(Growth.afterBacklog(ages, SECOND).grows()).isTrue();
        assertThat(Growth.afterBacklog(caughtUp, SECOND).grows()).isFalse();
    }

    @Test
    void shouldNotJudgeFewSeconds() {
        assertThat(of(5, second -> 100 * second).grows()).isFalse();
        assertThat(of(5, second -> 100 * second).perSecond()).isCloseTo(0.1, within(1e-9));
        assertThat(of(1, second -> 100).perSecond()).isNaN();
    }

    @Test
    void shouldPassOverSecondsOfWhichNothingIsKnown() {
        Growth growth = of(13, second -> second % 3 == 0 ? Double.NaN : 10 * second);
        assertThat(growth.grows()).isTrue();
        assertThat(growth.perSecond()).isCloseTo(0.010, within(1e-9));
        assertThat(of(600, second -> second % 2 == 0 ? Double.NaN : 1).grows()).isFalse();
    }

    @Test
    void shouldSeldomTakeNoiseForGrowth() {
        Random random = new Random(7);
        long wrong = 0;
        for (int run = 0; run < 1_000; run++) {
            if (of(20, second -> 200 * random.nextDouble()).grows()) {
                wrong++;
            }
        }

        // Half of a hundredth rises by chance.
        assertThat(wrong).isLessThanOrEqualTo(12);
    }
}
