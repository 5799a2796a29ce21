package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HeapProbeTest {
    @Test
    void shouldLeaveRoomBesideWhatLives() {
        assertThat(HeapProbe.enoughMegabytes(1, 0)).isEqualTo(2);
        assertThat(HeapProbe.enoughMegabytes(100, 32)).isEqualTo(256);
        assertThat(HeapProbe.enoughMegabytes(128, 32)).isEqualTo(256);
    }

    @Test
    void shouldSuggestMoreThanWasTooSmall() {
        assertThat(HeapProbe.enoughMegabytes(9, 32)).isEqualTo(64);
        assertThat(HeapProbe.enoughMegabytes(9, 48)).isEqualTo(64);
    }
}
