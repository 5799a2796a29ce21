package io.twohop.agents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class WallClockTest {
    /** As chrony 4.3 prints it. */
    private static final String TRACKING = "A9FEA97B,169.254.169.123,4,1764113000.123456789,-0.000002500,0.000001000,"
            + "0.000003000,-12.345,0.001,0.010,0.000400000,0.000030000,16.2,Normal";

    @Test
    void shouldBoundTheClockByItsOffsetHalfTheDelayAndTheDispersion() {
        Optional<WallClock> clock = WallClock.parse(TRACKING);

        assertThat(clock.map(WallClock::boundNanos)).contains(2_500L + 200_000 + 30_000);
        assertThat(WallClock.describe(clock)).isEqualTo("chrony: off by -2.5 us, within 230.0 us");
    }

    @Test
    void shouldKnowNothingOfAClockThatIsNotSynchronized() {
        assertThat(WallClock.parse(TRACKING.replace("Normal", "Not synchronised")))
                .isEmpty();
        assertThat(WallClock.parse("506 Cannot talk to daemon")).isEmpty();
        assertThat(WallClock.parse("")).isEmpty();
        assertThat(WallClock.describe(Optional.empty())).isEqualTo("not known");
    }
}
