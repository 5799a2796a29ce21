package io.twohop.registry;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllowedCpusTest {
    @Test
    void shouldTakeThoseOfTheList() {
        assertThatCode(() -> AllowedCpus.check(List.of(0, 3, 8), "0-3,8")).doesNotThrowAnyException();
        assertThatCode(() -> AllowedCpus.check(List.of())).doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseOthers() {
        assertThatThrownBy(() -> AllowedCpus.check(List.of(2, 4), "0-3,8"))
                .isInstanceOf(ConfigException.class)
                .hasMessage("affinity[1]: 4 (expected: one of the CPUs that this process may use: 0-3,8)");
    }
}
