package io.twohop.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.compare.MetricFinding.Word;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Order(1)
@Tag("one-jdk")
class RealNoiseTest {
    private static final double ALPHA = 0.05;

    @Test
    void shouldRaiseFalseAlarmsNoMoreOftenThanAlpha() {
        assertFalseAlarmsAreNoMoreThanAlpha("chronicle,busy");
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @ValueSource(strings = {"loopback,quiet", "loopback,busy"})
    void shouldRaiseFalseAlarmsOfLoopbackNoMoreOftenThanAlpha(String kind) {
        assertFalseAlarmsAreNoMoreThanAlpha(kind);
    }

    /** For all tested metrics together. */
    private static void assertFalseAlarmsAreNoMoreThanAlpha(String kind) {
        int draws = 1_500;
        double most = ALPHA + 3 * Math.sqrt(ALPHA * (1 - ALPHA) / draws);
        for (int forks : new int[] {6, 8}) {
            RealNoise noise = RealNoise.of(kind);
            assertThat(noise.size()).isGreaterThan(5);
            assertThat(noise.share(draws, forks, 1, List.of(), RealNoise::isAlarm))
                    .isLessThan(most);
            assertThat(noise.share(draws, forks, 1, List.of(RealNoise.P50, RealNoise.P99), RealNoise::isAlarm))
                    .isLessThan(most);
        }
    }

    /** Which they could not by a correction for all metrics, since six patterns of signs have no p-value below 0.031. */
    @Test
    void shouldFindATenthInSixQuietRounds() {
        RealNoise noise = RealNoise.of("loopback,quiet");

        assertThat(noise.share(500, 6, 1.1, List.of(), RealNoise.says(RealNoise.P50, Word.REGRESSED)))
                .isGreaterThan(0.5);
    }

    @Test
    void shouldSeldomDenyARiseOfWhatMatters() {
        // The interval has to lie below the true change, which one end does half as often as both.
        assertThat(RealNoise.of("loopback,quiet").share(1_500, 6, 1.06, List.of(), RealNoise.isWrong(RealNoise.P50)))
                .isLessThan(ALPHA);
    }
}
