package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ForkLimitsTest {
    private final ForkedRun.Patience limits = new ForkedRun.Patience(Duration.ofSeconds(60), Duration.ofSeconds(15));

    /** A broker took 56 s for 17,000. */
    @Test
    void shouldGiveABrokerTimeToMakeManyTopics() {
        assertThat(limits.forTopics(10_000).start()).isEqualTo(Duration.ofSeconds(260));
        assertThat(limits.forTopics(1).start()).isLessThan(Duration.ofSeconds(61));
    }

    @Test
    void shouldNotWaitLongerForSignsOfLifeBecauseOfThem() {
        assertThat(limits.forTopics(10_000).silence()).isEqualTo(Duration.ofSeconds(15));
    }
}
