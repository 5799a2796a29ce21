package io.twohop.codec.json;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IsoInstantTest {
    private static final long SECOND = 1_000_000_000L;

    private final byte[] out = new byte[IsoInstant.MOST_BYTES];

    private String written(long nanos) {
        return new String(out, 0, IsoInstant.write(nanos, out), US_ASCII);
    }

    /** In the middle of more, as in a parser's buffer. */
    private static long read(String text) {
        return IsoInstant.read((" " + text + " ").toCharArray(), 1, text.length());
    }

    private void assertAsJavaTime(long nanos) {
        String text = Instant.ofEpochSecond(Math.floorDiv(nanos, SECOND), Math.floorMod(nanos, SECOND))
                .toString();
        assertThat(written(nanos)).isEqualTo(text);
        assertThat(read(text)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                -1,
                SECOND,
                -SECOND,
                1_500_000_000,
                1_000_001_000,
                1_000_000_001,
                951_782_400L * SECOND,
                Long.MAX_VALUE,
                Long.MIN_VALUE
            })
    void shouldBeJavaTimesText(long nanos) {
        assertAsJavaTime(nanos);
    }

    @Test
    void shouldBeJavaTimesTextOnEachDay() {
        long day = 86_400L * SECOND;
        for (long days = Long.MIN_VALUE / day; days <= Long.MAX_VALUE / day; days++) {
            assertAsJavaTime(days * day);
        }
    }

    @Test
    void shouldBeJavaTimesTextAtAnyTime() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100_000; i++) {
            long nanos = random.nextLong();
            long unit = i % 4 == 0 ? SECOND : i % 4 == 1 ? 1_000_000 : i % 4 == 2 ? 1_000 : 1;
            assertAsJavaTime(nanos / unit * unit);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-05T08:00:00.Z",
                "2026-01-05T08:00:00.1Z",
                "2026-01-05T08:00:00.12345Z",
                "2024-02-29T23:59:59Z",
                "2000-02-29T00:00:00Z",
                "2026-01-05T24:00:00Z",
                "2026-01-05t08:00:00z",
                "1677-12-31T00:00:00Z",
                "2262-01-01T00:00:00Z"
            })
    void shouldReadWhatJavaTimeReads(String text) {
        Instant instant = Instant.parse(text);

        assertThat(read(text)).isEqualTo(instant.getEpochSecond() * SECOND + instant.getNano());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Z",
                "2026-01-05",
                "2026-01-05T08:00:00",
                "2026-01-05T08:00:00,1Z",
                "2026-01-05 08:00:00Z",
                "2026-00-05T08:00:00Z",
                "2026-13-05T08:00:00Z",
                "2026-04-31T08:00:00Z",
                "2026-01-00T08:00:00Z",
                "2026-01-32T08:00:00Z",
                "2026-02-29T08:00:00Z",
                "2100-02-29T08:00:00Z",
                "2026-01-05T25:00:00Z",
                "2026-01-05T08:60:00Z",
                "2026-01-05T08:00:61Z",
                "20x6-01-05T08:00:00Z",
                "2026-01-05T08:00:0-Z",
                "2026-01-05T08:00:00.12:Z",
                "2026/01/05T08:00:00Z",
                "2026-01-05T08.00.00Z",
                "2026-01-05T08:00:00.1234567890Z"
            })
    void shouldRefuseWhatJavaTimeRefuses(String text) {
        assertThatThrownBy(() -> Instant.parse(text)).isInstanceOf(DateTimeException.class);
        assertThatThrownBy(() -> read(text)).isInstanceOf(DateTimeException.class);
    }

    @Test
    void shouldRefuseTimesThatDoNotFit() {
        assertThatThrownBy(() -> read("2263-01-01T00:00:00Z")).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> read("1677-01-01T00:00:00Z")).isInstanceOf(ArithmeticException.class);
    }
}
