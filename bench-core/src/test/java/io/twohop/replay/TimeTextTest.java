package io.twohop.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.workload.TimeFormat;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimeTextTest {
    /** Three from 1970, both ways, less what 64 bits do not hold whole years of. */
    private static final long CENTURIES = 9_150_000_000_000_000_000L;

    private static long nanos(String text, TimeFormat format) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return TimeText.nanos(bytes, bytes.length, format);
    }

    @ParameterizedTest
    @CsvSource({
        "0,                    NS, 0",
        "1767623400000000123,  NS, 1767623400000000123",
        "1767623400000000.5,   US, 1767623400000000500",
        "1767623400000.000001, MS, 1767623400000000001",
        "1767623400.000000123, S,  1767623400000000123",
        "0.0000000019,         S,  1",
        "-1.5,                 S,  -1500000000"
    })
    void shouldReadNumbersToTheNanosecond(String text, TimeFormat format, long nanos) {
        assertThat(nanos(text, format)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-05T14:30:00.000000123Z,   1767623400000000123",
        "2026-01-05 14:30:00,              1767623400000000000",
        "2026-01-05T15:30:00.5+01:00,      1767623400500000000",
        "2026-01-05T09:00:00-0530,         1767623400000000000",
        "2026-01-05T16:30:00+02,           1767623400000000000",
        "1969-12-31T23:59:59.999999999Z,   -1"
    })
    void shouldReadDatesWithAndWithoutOffset(String text, long nanos) {
        assertThat(nanos(text, TimeFormat.ISO)).isEqualTo(nanos);
    }

    @Test
    void shouldReadEveryDateAsTheLibraryWritesIt() {
        Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            Instant instant = Instant.EPOCH.plusNanos(random.nextLong() % CENTURIES);

            assertThat(nanos(instant.toString(), TimeFormat.ISO))
                    .as(instant.toString())
                    .isEqualTo(ChronoUnit.NANOS.between(Instant.EPOCH, instant));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "-",
                "1e9",
                "1,5",
                "1.",
                ".5",
                "12a",
                "9223372036854775808",
                "99999999999999999999",
                " 1",
                "\u0661"
            })
    void shouldRefuseWhatIsNoNumber(String text) {
        assertThat(nanos(text, TimeFormat.NS)).isEqualTo(TimeText.INVALID);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-05",
                "2026-01-05T14:30",
                "2026-13-05T14:30:00Z",
                "2026-02-29T14:30:00Z",
                "2026-01-05T24:30:00Z",
                "2026-01-05T14:30:00.Z",
                "2026-01-05T14:30:00.0000000001Z",
                "2026-01-05T14:30:00+1",
                "2026-01-05T14:30:00+01:0",
                "2026-01-05T14:30:00 UTC",
                "05.01.2026 14:30:00.000",
                "3026-01-05T14:30:00Z"
            })
    void shouldRefuseWhatIsNoDate(String text) {
        assertThat(nanos(text, TimeFormat.ISO)).isEqualTo(TimeText.INVALID);
    }

    @ParameterizedTest
    @CsvSource({
        "1767623400,            S",
        "1767623400.25,         S",
        "1767623400000,         MS",
        "1767623400000000,      US",
        "1767623400000000000,   NS",
        "2026-01-05T14:30:00Z,  ISO",
        "12345,                 AUTO",
        "0,                     AUTO",
        "noon,                  AUTO"
    })
    void shouldTellTheUnitOfATimeSince1970(String text, TimeFormat format) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);

        assertThat(TimeText.formatOf(bytes, bytes.length)).isEqualTo(format);
    }
}
