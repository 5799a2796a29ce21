package io.twohop.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LayoutCapacityTest {
    private static LayoutCapacity carried(double single, Double shared) {
        return new LayoutCapacity(900, 0.9, single, shared);
    }

    @Test
    void shouldPreferOneThreadWhenItHoldsTheRateWithAReserve() {
        assertThat(carried(1_000, 5_000.0).singleSuffices()).isTrue();
        assertThat(carried(999, 5_000.0).singleSuffices()).isFalse();
    }

    @Test
    void shouldPreferWhatCarriesMoreWhenNeitherHoldsTheRate() {
        assertThat(carried(500, 400.0).singleSuffices()).isTrue();
        assertThat(carried(500, 562.0).singleSuffices()).isTrue();
        assertThat(carried(500, 563.0).singleSuffices()).isFalse();
        assertThat(carried(500, null).singleSuffices()).isFalse();
    }

    @Test
    void shouldSufficeWhenEitherHoldsTheRate() {
        assertThat(carried(1_000, null).suffices()).isTrue();
        assertThat(carried(999, 1_125.0).suffices()).isTrue();
        assertThat(carried(999, 1_124.0).suffices()).isFalse();
        assertThat(carried(999, null).suffices()).isFalse();
    }

    @Test
    void shouldRoundToThreeDigits() {
        assertThat(carried(803_974, 1_381_215.0).inWords()).isEqualTo("one thread carried 804,000/s, two 1,380,000/s");
        assertThat(carried(37.1, null).inWords()).isEqualTo("one thread carried 37/s");
    }
}
