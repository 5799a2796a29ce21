package io.twohop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {
    @ParameterizedTest
    @CsvSource({
        "500_000, 500000",
        "500k, 500000",
        "0.5M, 500000",
        "1e6, 1000000",
        "2G, 2000000000",
        "0, 0",
        "1.5K, 1500"
    })
    void shouldReadACountWhenWritten(String text, long count) {
        assertThat(Quantities.count(text)).isEqualTo(count);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "-1", "1.5", "1e-3", "1__0", "_1", "1_", "0x10", "NaN", "1m", "1e19", "1e999", "k", "1 2", "\u0661"
            })
    void shouldRefuseACountWhenItIsNoneOrTooLarge(String text) {
        assertThatThrownBy(() -> Quantities.count(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("(expected: a whole number of 0 or more, such as 500k");
    }

    @ParameterizedTest
    @CsvSource({
        "500k, 500000",
        "500k/s, 500000",
        "0.5/s, 0.5",
        "1_000, 1000",
        "1e-3/s, 0.001",
        "12.5k, 12500",
        "2 M, 2e6"
    })
    void shouldReadARateWhenWritten(String text, double perSecond) {
        assertThat(Quantities.rate(text).perSecond()).isEqualTo(perSecond);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-5", "NaN", "Infinity", "1e999", "1e-999", "0/s", "5/min", "500 kps", "1m", "/s"})
    void shouldRefuseARateWhenItIsNotAboveZero(String text) {
        assertThatThrownBy(() -> Quantities.rate(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageEndingWith("(expected: a rate above 0, such as 500k)");
    }

    @ParameterizedTest
    @CsvSource({
        "500000, 500k/s",
        "1500000, 1.5M/s",
        "0.5, 0.5/s",
        "999, 999/s",
        "1000, 1k/s",
        "1e-9, 0.000000001/s",
        "333333.3333333333, 333.3333333333333k/s",
        "1e300, 1E+294M/s",
        "1e-300, 1E-300/s"
    })
    void shouldReadBackTheSameRateWhenPrinted(double perSecond, String text) {
        Rate rate = new Rate(perSecond);

        assertThat(rate).hasToString(text);
        assertThat(Quantities.rate(text)).isEqualTo(rate);
    }

    @Test
    void shouldKeepTheFractionWhenTheIntervalIsNotWhole() {
        assertThat(new Rate(300_000).intervalNanos()).isEqualTo(1e9 / 300_000);
    }

    @ParameterizedTest
    @CsvSource({
        "256, 256, 256B",
        "256B, 256, 256B",
        "1KB, 1000, 1KB",
        "1kB, 1000, 1KB",
        "1kb, 1000, 1KB",
        "2k, 2000, 2KB",
        "10 MiB, 10485760, 10MiB",
        "250_000, 250000, 250KB",
        "1KiB, 1024, 1KiB",
        "1MB, 1000000, 1MB",
        "1MiB, 1048576, 1MiB",
        "64MiB, 67108864, 64MiB",
        "0.5KiB, 512, 512B",
        "0.05GB, 50000000, 50MB"
    })
    void shouldReadASizeWhenWritten(String text, int bytes, String printed) {
        assertThat(Quantities.size(text)).isEqualTo(new Size(bytes)).hasToString(printed);
        assertThat(Quantities.size(printed)).isEqualTo(new Size(bytes));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1m     | size: 1m (expected: a size such as 256, 1KB (1000 bytes) or 1KiB (1024 bytes))
            -1     | size: -1 (expected: a size such as 256, 1KB (1000 bytes) or 1KiB (1024 bytes))
            1.5    | size: 1.5 (expected: a whole number of bytes)
            2GB    | size: 2GB = 2,000,000,000 bytes (expected: 1B to 64MiB = 67,108,864 bytes)
            65MiB  | size: 65MiB = 68,157,440 bytes (expected: 1B to 64MiB = 67,108,864 bytes)
            0      | size: 0 = 0 bytes (expected: 1B to 64MiB = 67,108,864 bytes)
            1e99   | size: 1e99 (expected: 1B to 64MiB = 67,108,864 bytes)
            """)
    void shouldSayWhatIsExpectedWhenASizeIsRefused(String text, String message) {
        assertThatThrownBy(() -> Quantities.size(text))
                .isInstanceOf(ConfigException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({
        "PT1M, PT1M, 1m",
        "60s, PT1M, 1m",
        "500ms, PT0.5S, 500ms",
        "2m, PT2M, 2m",
        "2min, PT2M, 2m",
        "1h, PT1H, 1h",
        "250us, PT0.00025S, 250us",
        "1\u00b5s, PT0.000001S, 1us",
        "0s, PT0S, 0s",
        "1.5s, PT1.5S, 1500ms",
        "7ns, PT0.000000007S, 7ns",
        "1d, PT24H, 24h",
        "pt5s, PT5S, 5s",
        "90s, PT1M30S, 90s",
        "1m30s, PT1M30S, 90s",
        "1h 5min 0.5s, PT1H5M0.5S, 3900500ms"
    })
    void shouldReadADurationWhenWritten(String text, Duration duration, String printed) {
        assertThat(Quantities.duration(text)).isEqualTo(duration);
        assertThat(Quantities.text(duration)).isEqualTo(printed);
        assertThat(Quantities.duration(printed)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "10",
                "-1s",
                "PT-1S",
                "1.5ns",
                "300000d",
                "PT9999999999999H",
                "PT",
                "1 week",
                "NaNs",
                "1S",
                "1s1m",
                "1m1m"
            })
    void shouldRefuseADurationWhenItIsNone(String text) {
        assertThatThrownBy(() -> Quantities.duration(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("(expected: a duration such as 10s, 500ms, 1m30s or PT1M");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1 B",
        "999, 999, 999 B",
        "5KB, 5000, 5.0 KB",
        "10GB, 10000000000, 10.0 GB",
        "2GiB, 2147483648, 2.1 GB"
    })
    void shouldReadAVolume(String text, long bytes, String printed) {
        assertThat(Quantities.volume(text)).isEqualTo(new Volume(bytes)).hasToString(printed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1GB", "10m", "ten", "1.5B", "1e30GB"})
    void shouldRefuseWhatIsNoVolume(String text) {
        assertThatThrownBy(() -> Quantities.volume(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("bytes: ")
                .hasMessageContaining("(expected: an amount of data above 0, such as 10GB or 500MB");
    }
}
