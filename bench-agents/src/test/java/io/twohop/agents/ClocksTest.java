package io.twohop.agents;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.agents.Clocks.Offset;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClocksTest {
    /** Each may be wrong by half of its round trip, and two of them in opposite ways. */
    @Test
    void shouldBoundHowFarTwoMayBeApartByTheTwoWorst() {
        assertThat(Clocks.spreadNanos(List.of(new Offset(-5, 100)))).isEqualTo(100);
        assertThat(Clocks.spreadNanos(List.of(new Offset(7, 100), new Offset(0, 300), new Offset(1, 200))))
                .isEqualTo(500);
    }
}
