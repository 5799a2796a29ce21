package io.twohop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionTest {
    @Test
    void shouldReadEachShape() {
        assertThat(Distribution.parse("constant(20us)")).isEqualTo(Distribution.constant(Duration.ofNanos(20_000)));
        assertThat(Distribution.parse(" Exponential( 1.5ms ) ".toLowerCase()))
                .isEqualTo(Distribution.exponential(Duration.ofNanos(1_500_000)));
        assertThat(Distribution.parse("lognormal(20us,1)"))
                .isEqualTo(Distribution.lognormal(Duration.ofNanos(20_000), 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"constant(20us)", "exponential(100ns)", "lognormal(10s, 0.5)"})
    void shouldReadBackWhatItWrites(String text) {
        assertThat(Distribution.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            20us                    | constant(MEAN), exponential(MEAN) or lognormal(MEAN, SIGMA), such as lognormal(20us, 1.0)
            gamma(20us)             | constant(MEAN), exponential(MEAN) or lognormal(MEAN, SIGMA), such as lognormal(20us, 1.0)
            lognormal(20us)         | constant(MEAN), exponential(MEAN) or lognormal(MEAN, SIGMA), such as lognormal(20us, 1.0)
            lognormal(20us, 1.0     | constant(MEAN), exponential(MEAN) or lognormal(MEAN, SIGMA), such as lognormal(20us, 1.0)
            constant(20)            | a duration such as 10s, 500ms, 1m30s or PT1M
            constant(99ns)          | a mean of 100ns to 10s
            exponential(11s)        | a mean of 100ns to 10s
            exponential(1s, 1)      | no sigma, since it belongs to lognormal only
            lognormal(1s, 0)        | a sigma of 0.01 to 2
            lognormal(1s, 2.1)      | a sigma of 0.01 to 2
            lognormal(1s, -1)       | a sigma of 0.01 to 2
            lognormal(1s, x)        | a number such as 0.5
            """)
    void shouldRefuseWhatIsNone(String text, String expected) {
        assertThatThrownBy(() -> Distribution.parse(text))
                .isInstanceOf(ConfigException.class)
                .hasMessage("distribution: " + text + " (expected: " + expected + ")");
    }
}
