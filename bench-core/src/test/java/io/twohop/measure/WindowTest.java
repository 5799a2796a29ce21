package io.twohop.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** At its edges, wherever the clock's arbitrary origin puts them, overflow included. */
class WindowTest {
    @ParameterizedTest
    @ValueSource(longs = {0, -50, Long.MAX_VALUE - 50, Long.MIN_VALUE + 50, 1_000_000_000_000L})
    void shouldDistinguishThePhasesAtEveryEdge(long start) {
        Window window = new Window(start, start + 100, start + 200);

        assertThat(window.warmsUp(start)).isEqualTo(1);
        assertThat(window.warmsUp(start + 99)).isEqualTo(1);
        assertThat(window.warmsUp(start + 100)).isZero();
        assertThat(window.warmsUp(start + 250)).isZero();
        assertThat(window.covers(start + 99)).isZero();
        assertThat(window.covers(start + 100)).isEqualTo(1);
        assertThat(window.covers(start + 199)).isEqualTo(1);
        assertThat(window.covers(start + 200)).isZero();
        assertThat(window.measuredNanos()).isEqualTo(100);
    }
}
