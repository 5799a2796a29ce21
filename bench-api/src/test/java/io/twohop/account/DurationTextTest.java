package io.twohop.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "7, 7 ns",
        "999, 999 ns",
        "1000, 1.00 us",
        "1664, 1.66 us",
        "12345, 12.3 us",
        "999499, 999 us",
        "999500, 1.00 ms",
        "9995000, 10.0 ms",
        "123456789, 123 ms",
        "999999999, 1.00 s",
        "3600000000000, 3600 s",
        "-1500, -1.50 us",
    })
    void shouldShowThreeDigitsAndTheUnitThatFits(long nanos, String expected) {
        assertThat(DurationText.of(nanos)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "10023000, 10000000, 10.02 ms",
        "10000001, 10000000, 10.000001 ms",
        "11000000, 10000000, 11.0 ms",
        "5, 5, 5 ns"
    })
    void shouldShowWhatTellsItFromAnother(long nanos, long other, String expected) {
        assertThat(DurationText.besides(nanos, other)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"1000, 1 us", "10000000, 10 ms", "1500000, 1.5 ms", "1234567, 1.234567 ms", "2000000000, 2 s", "0, 0 ns"
    })
    void shouldShowALimitAsItWasSet(long nanos, String expected) {
        assertThat(DurationText.exact(nanos)).isEqualTo(expected);
    }
}
