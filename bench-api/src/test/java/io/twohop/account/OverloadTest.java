package io.twohop.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.account.Interval.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OverloadTest {
    private static final long SECOND = 1_000_000_000L;

    /** Seconds of warm-up in which 1,000 messages each are due. */
    private static List<Interval> warmUp(long... completed) {
        List<Interval> seconds = new ArrayList<>();
        for (long messages : completed) {
            seconds.add(second(Phase.WARMUP, seconds.size(), messages));
        }
        return seconds;
    }

    private static Interval second(Phase phase, int number, long completed) {
        return new Interval(
                phase, number * SECOND, (number + 1) * SECOND, SECOND, 1_000, 1_000, completed, 0, 0, 0, Map.of());
    }

    @Test
    void shouldFindAnOverloadWhenTheProcessedRateStaysBelowTheOffered() {
        assertThat(Overload.of(warmUp(100, 300, 500, 510, 500, 490, 500, 510, 500, 490)))
                .contains(new Overload(500, 1_000, 4));
    }

    @Test
    void shouldNotChangeWhatWasFoundWhenMoreSecondsFollow() {
        List<Interval> seconds = warmUp(500, 510, 490, 500, 500, 500, 900);
        seconds.add(second(Phase.DRAIN, 7, 2_000));

        assertThat(Overload.of(seconds)).contains(new Overload(497.5, 1_000, 4));
    }

    @Test
    void shouldFindNoneWhileTheProcessedRateMayYetDo() {
        assertThat(Overload.of(warmUp(100, 300, 500, 510, 500))).as("too early").isEmpty();
        assertThat(Overload.of(warmUp(100, 200, 300, 400, 500, 600, 700, 800, 899)))
                .as("it rises")
                .isEmpty();
        assertThat(Overload.of(warmUp(80, 231, 339, 435, 613, 596, 766, 611, 651)))
                .as("it rises, but not in each second")
                .isEmpty();
        assertThat(Overload.of(warmUp(0, 0, 0, 0, 0, 0, 0, 0)))
                .as("messages take long")
                .isEmpty();
        assertThat(Overload.of(warmUp(0, 1_900, 100, 100, 100, 100, 100)))
                .as("messages come in batches")
                .isEmpty();
        assertThat(Overload.of(warmUp(950, 950, 950, 950, 950, 950, 950, 950)))
                .as("near the limit the window decides")
                .isEmpty();
    }

    @Test
    void shouldLookAtWarmUpOnly() {
        List<Interval> seconds = warmUp(100, 300, 500, 510, 500);
        seconds.add(second(Phase.MEASURE, 5, 500));
        seconds.add(second(Phase.MEASURE, 6, 500));

        assertThat(Overload.of(seconds)).isEmpty();
    }
}
