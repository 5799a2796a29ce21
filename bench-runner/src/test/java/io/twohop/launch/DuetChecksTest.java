package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.YamlDocument;
import io.twohop.workload.Workload;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DuetChecksTest {
    private static final long MEMORY = 8L << 30;

    private static Workload workload(String heap) {
        return Workload.read(
                YamlDocument.parse("test.yaml", "rate: 1k\nduration: 1s\nforks: 2\njvm: { heap: " + heap + " }\n"));
    }

    @Test
    void shouldRefuseTwoHeapsThatDoNotFit() {
        assertThatThrownBy(() -> DuetChecks.checkRoom(workload("5g"), Optional.of(MEMORY), 2))
                .hasMessage("jvm.heap: 5g (expected: at most 4,096m, since --duet keeps both JVMs in memory)");
        assertThatCode(() -> DuetChecks.checkRoom(workload("4g"), Optional.of(MEMORY), 2))
                .doesNotThrowAnyException();
        assertThatCode(() -> DuetChecks.checkRoom(workload("5g"), Optional.empty(), 2))
                .doesNotThrowAnyException();
    }

    @Test
    void shouldRefuseASingleCore() {
        assertThatThrownBy(() -> DuetChecks.checkRoom(workload("1g"), Optional.of(MEMORY), 1))
                .hasMessageStartingWith("--duet: 1 core (expected: 2 or more, since ");
    }
}
