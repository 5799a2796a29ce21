package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JvmOptionsTest {
    @Test
    void shouldGiveNoFlagsWhenNothingIsAskedFor() {
        assertThat(JvmOptions.defaults().toFlags()).isEmpty();
        assertThat(new JvmOptions(null, null, null).toFlags()).isEmpty();
    }

    @Test
    void shouldFixTheHeapAndUnlockEpsilonWhenAskedFor() {
        JvmOptions options = new JvmOptions("4g", JvmOptions.Gc.EPSILON, List.of("-Dx=y z", "-agentlib:jdwp=server=y"));

        assertThat(options.toFlags())
                .containsExactly(
                        "-Xms4g",
                        "-Xmx4g",
                        "-XX:+UnlockExperimentalVMOptions",
                        "-XX:+UseEpsilonGC",
                        "-Dx=y z",
                        "-agentlib:jdwp=server=y");
    }

    @ParameterizedTest
    @CsvSource({"G1, -XX:+UseG1GC", "ZGC, -XX:+UseZGC", "PARALLEL, -XX:+UseParallelGC", "SERIAL, -XX:+UseSerialGC"})
    void shouldNameTheCollectorWhenOneIsChosen(JvmOptions.Gc gc, String flag) {
        assertThat(new JvmOptions(null, gc, null).toFlags()).containsExactly(flag);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8m", "8192k", "8388608", "512M", "4G", "16t"})
    void shouldAcceptAHeapWhenTheJvmWould(String heap) {
        assertThat(new JvmOptions(heap, null, null).toFlags()).containsExactly("-Xms" + heap, "-Xmx" + heap);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "7m", "8388607", "17t", "999999999999999t", "1.5g", "1gb", "-1g", "g", "1g -Xint"})
    void shouldRefuseAHeapWhenTheJvmWould(String heap) {
        assertThatThrownBy(() -> new JvmOptions(heap, null, null))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("(expected: 8m to 16t");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -cp                   | no flag for the class path
            -classpath            | no flag for the class path
            --class-path=x        | no flag for the class path
            -jar                  | no flag for the class path
            -p                    | no flag for the class path
            --module-path=x       | no flag for the class path
            -                     | a JVM flag
            Main                  | a JVM flag
            @args                 | a JVM flag
            ' '                   | a JVM flag
            '- x'                 | a JVM flag
            -XX:+UseX -XX:+UseY   | one flag for each entry
            """)
    void shouldNameTheFlagWhenItIsRefused(String flag, String expected) {
        assertThatThrownBy(() -> new JvmOptions(null, null, List.of("-Xint", flag)))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("flags[1]: ")
                .hasMessageContaining("(expected: " + expected);
    }
}
