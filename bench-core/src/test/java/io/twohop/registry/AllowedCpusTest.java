package io.twohop.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllowedCpusTest {
    private static final AllowedCpus CPUS = new AllowedCpus("0-3,8", "5-6");

    @Test
    void shouldTakeThoseOfTheListAndIsolatedOnes() {
        assertThatCode(() -> CPUS.check(List.of(0, 3, 8, 6))).doesNotThrowAnyException();
        assertThatCode(() -> CPUS.check(List.of())).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseOthers() {
        assertThatThrownBy(() -> new AllowedCpus("0-3,8", "").check(List.of(2, 4)))
                .isInstanceOf(ConfigException.class)
                .hasMessage("affinity[1]: 4 (expected: one of the CPUs that this process may use: 0-3,8)");
        assertThatThrownBy(() -> CPUS.check(List.of(7)))
                .hasMessage(
                        "affinity[0]: 7 (expected: one of the CPUs that this process may use: 0-3,8, isolated 5-6)");
    }

    @Test
    void shouldCountIsolatedOnesThatAreNamed() {
        assertThat(CPUS.cores(5, List.of())).isEqualTo(5);
        assertThat(CPUS.cores(5, List.of(5, 6, 0))).isEqualTo(7);
        assertThat(new AllowedCpus("", "").cores(5, List.of(9))).isEqualTo(5);
    }
}
