package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ClockMapTest {
    private static final Instant START = Instant.ofEpochSecond(1_700_000_000);

    @Test
    void shouldFollowAClockThatDrifts() {
        ClockMap map = new ClockMap();
        map.tie(START, 5_000_000_000L);
        // The other clock has gained a millisecond in ten seconds, and lost it again in the next ten.
        map.tie(START.plusSeconds(10), 15_001_000_000L);
        map.tie(START.plusSeconds(20), 25_000_000_000L);

        assertThat(map.nanoTime(START.plusSeconds(10))).isEqualTo(15_001_000_000L);
        assertThat(map.nanoTime(START.plusSeconds(5))).isEqualTo(10_000_500_000L);
        assertThat(map.nanoTime(START.plusSeconds(15))).isEqualTo(20_000_500_000L);
        assertThat(map.nanoTime(START.minusSeconds(1))).isEqualTo(4_000_000_000L);
        assertThat(map.nanoTime(START.plusSeconds(30))).isEqualTo(35_000_000_000L);
    }
}
