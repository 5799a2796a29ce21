package io.twohop.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.YamlDocument;
import io.twohop.workload.Workload;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    @ParameterizedTest
    @CsvSource({"executions, a:1;b:1, true", "executions, b:1, true", "executions, c:1, false", "others, a:1;b:1, false"
    })
    void shouldTellTopicsOfTwoClustersApart(String topic, String servers, boolean shared) {
        DuetChecks.Replied one = new DuetChecks.Replied("executions", Set.of("a:1", "b:1"));

        assertThat(one.areSharedWith(new DuetChecks.Replied(topic, Set.of(servers.split(";")))))
                .isEqualTo(shared);
    }

    @Test
    void shouldKnowAServerByAnyNameOfItsHost() {
        assertThat(DuetChecks.Replied.endpoints(List.of("localhost:9092", "nats://127.0.0.1:9092")))
                .containsExactlyElementsOf(DuetChecks.Replied.endpoints(List.of("127.0.0.1:9092")))
                .doesNotContainAnyElementsOf(DuetChecks.Replied.endpoints(List.of("127.0.0.1:9093")));
    }

    @Test
    void shouldRefuseASingleCore() {
        assertThatThrownBy(() -> DuetChecks.checkRoom(workload("1g"), Optional.of(MEMORY), 1))
                .hasMessageStartingWith("--duet: 1 core (expected: 2 or more, since ");
    }
}
