package io.twohop.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class NetworkTargetTest {
    @Test
    void shouldDelayByPartsOfAMillisecond() {
        assertThat(NetworkTarget.delay(Duration.ofNanos(1_500_000))).startsWith("netem delay 1500us ");
    }
}
