package io.twohop.codec.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalsTest {
    private final char[] out = new char[Decimals.MOST_CHARS];

    private String written(double value) {
        return new String(out, 0, Decimals.write(value, out));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.0",
        "-0.0, -0.0",
        "1, 1.0",
        "-1.5, -1.5",
        "10, 10.0",
        "0.001, 0.001",
        "0.1, 0.1",
        "9999999, 9999999.0",
        "9999999.99999999, 9999999.99999999",
        "1.23065375, 1.23065375",
        "123456.789, 123456.789",
        "0.100000000000001, 0.100000000000001",
        "-9999999.12345678, -9999999.12345678"
    })
    void shouldWriteTheShortest(double value, String text) {
        assertThat(written(value)).isEqualTo(text).isEqualTo(Double.toString(value));
    }

    @ParameterizedTest
    @ValueSource(
            doubles = {
                1e7,
                9.99e-4,
                -1e300,
                Double.MIN_VALUE,
                Double.MAX_VALUE,
                Double.NaN,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                Math.PI,
                1.0 / 3
            })
    void shouldLeaveTheRest(double value) {
        assertThat(Decimals.write(value, out)).isZero();
    }

    /** By Jackson's own writer, which gives the shortest text on each JDK. */
    @Test
    void shouldWriteWhatAnotherDoes() {
        SplittableRandom random = new SplittableRandom(1);
        int left = 0;
        for (int i = 0; i < 300_000; i++) {
            double value = random.nextLong(-10_000_000_000L, 10_000_000_000L) / Math.pow(10, random.nextInt(12));
            int length = Decimals.write(value, out);
            if (length == 0) {
                left++;
            } else {
                assertThat(new String(out, 0, length)).isEqualTo(NumberOutput.toString(value, true));
            }
        }

        // Those below 0.001 and from ten million on.
        assertThat(left).isLessThan(150_000);
    }

    private double read(String text) {
        return Decimals.read(("," + text + ",").toCharArray(), 1, text.length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "0.0",
                "-0.5",
                "123",
                "99.99",
                "0.00000000000001",
                "999999999999999",
                "9999999999999999",
                "-99999999.9999999",
                "0.1",
                "1."
            })
    void shouldReadWhatIsShort(String text) {
        assertThat(read(text)).isEqualTo(Double.valueOf(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e5",
                "1E-5",
                "0.1234567890123456",
                "12345678901234567",
                "0.000000000000001",
                "1.2.3",
                "NaN",
                "+1",
                "--1",
                "1-",
                "0x1"
            })
    void shouldLeaveTheRestToAParser(String text) {
        assertThat(read(text)).isNaN();
    }

    @Test
    void shouldReadWhatAParserReads() {
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 300_000; i++) {
            String text = BigDecimal.valueOf(
                            random.nextLong(-999_999_999_999_999L, 1_000_000_000_000_000L), random.nextInt(16))
                    .toPlainString();
            double value = read(text);
            if (!Double.isNaN(value)) {
                assertThat(value).isEqualTo(Double.parseDouble(text));
            }
        }
        assertThat(read("-123456.789012345")).isEqualTo(-123_456.789012345);
    }

    @Test
    void shouldNeverWriteAnotherNumber() {
        SplittableRandom random = new SplittableRandom(2);
        for (int i = 0; i < 300_000; i++) {
            double value = Double.longBitsToDouble(
                    random.nextLong() >>> 2 & 0x000F_FFFF_FFFF_FFFFL | (1_013L + random.nextInt(40)) << 52);
            int length = Decimals.write(value, out);
            if (length > 0) {
                assertThat(Double.parseDouble(new String(out, 0, length))).isEqualTo(value);
            }
        }
    }
}
