package io.twohop.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BurstinessTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final Burstiness burstiness = new Burstiness(1);

    @Test
    void shouldBeNothingAtAConstantRate() {
        for (int i = 0; i < 100_000; i++) {
            burstiness.row(i * MILLI / 10, i + 2);
        }

        assertThat(burstiness.windows()).allSatisfy(window -> {
            assertThat(window.index()).isCloseTo(0, within(1e-9));
            assertThat(window.largest()).isEqualTo(10 * window.windowNanos() / MILLI);
        });
        // The last part of ten is not full.
        assertThat(Arrays.stream(burstiness.rates().perSecond(10)).limit(9).boxed())
                .hasSize(9)
                .allSatisfy(rate -> assertThat(rate).isCloseTo(10_000, within(10.0)));
    }

    @Test
    void shouldBeAboutOneForIndependentArrivals() {
        SplittableRandom random = new SplittableRandom(1);
        double nanos = 0;
        for (int i = 0; i < 2_000_000; i++) {
            nanos -= StrictMath.log(1 - random.nextDouble()) * MILLI / 10;
            burstiness.row((long) nanos, i + 2);
        }

        assertThat(burstiness.windows().get(0).index()).isCloseTo(1, within(0.02));
        assertThat(burstiness.windows().get(1).index()).isCloseTo(1, within(0.04));
        // Two hundred windows: a standard error of a tenth.
        assertThat(burstiness.windows().get(2).index()).isCloseTo(1, within(0.4));
    }

    @Test
    void shouldFollowFromBurstsAndTheSilenceBetweenThem() {
        // Of 100 windows of a millisecond, each tenth has 50: a mean of 5, a variance of 250 - 25.
        for (int burst = 0; burst <= 10; burst++) {
            for (int i = 0; i < 50; i++) {
                burstiness.row(burst * 10 * MILLI, 50L * burst + i + 2);
            }
        }

        Dispersion millis = burstiness.windows().get(0);
        assertThat(millis.mean()).isCloseTo(5, within(1e-9));
        assertThat(millis.index()).isCloseTo(225.0 / 5, within(1e-9));
        assertThat(millis.largest()).isEqualTo(50);
        assertThat(millis.largestLine()).isEqualTo(2);
        assertThat(burstiness.windows().get(1).index()).isCloseTo(0, within(1e-9));
        assertThat(burstiness.longestGapNanos()).isEqualTo(10 * MILLI);
        assertThat(burstiness.longestGapLine()).isEqualTo(52);
    }

    @Test
    void shouldKeepTheRateOfAFileOfAnyLength() {
        long day = TimeUnit.DAYS.toNanos(1);
        for (int hour = 0; hour < 24; hour++) {
            for (int i = 0; i <= hour; i++) {
                burstiness.row(day / 24 * hour + i, 2);
            }
        }

        double[] rates = burstiness.rates().perSecond(24);
        double arrivals = 0;
        for (double rate : rates) {
            arrivals += rate * burstiness.rates().partNanos(24) / 1e9;
        }
        assertThat(arrivals).isCloseTo(300, within(1e-6));
        assertThat(rates).hasSizeLessThanOrEqualTo(24);
    }
}
