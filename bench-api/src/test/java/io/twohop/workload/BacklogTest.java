package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.YamlDocument;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BacklogTest {
    private static Workload read(String duration, String more) {
        return Workload.read(
                YamlDocument.parse("w.yaml", "rate: 1k\nwarmup: 1s\nduration: " + duration + "\n" + more + "\n"));
    }

    private static Fault fault(Workload workload) {
        return workload.faults().get("").get(0);
    }

    @Test
    void shouldStopConsumersForATime() {
        Workload workload = read("60s", "backlog: {build: 20s}");

        assertThat(fault(workload))
                .isEqualTo(
                        new Fault(Duration.ofSeconds(10), Fault.CONSUMER, Fault.Action.STOP, Duration.ofSeconds(20)));
        assertThat(workload.toDocument().toYaml()).contains("faults").doesNotContain("backlog");
        assertThat(workload.toBuilder().build().faults()).isEqualTo(workload.faults());
    }

    @Test
    void shouldStopConsumersUntilMessagesWait() {
        assertThat(fault(read("60s", "backlog: {messages: 5k, at: 3s}")).toString())
                .isEqualTo("stop consumer at 3s until 5,000 messages");
    }

    @ParameterizedTest
    @CsvSource({"5s, 1000", "12s, 2000", "90s, 10000"})
    void shouldFirstShowWhatIsUsual(String duration, long millis) {
        assertThat(fault(read(duration, "backlog: {messages: 10}")).at()).isEqualTo(Duration.ofMillis(millis));
    }

    @Test
    void shouldRefuseWhatIsNoBacklog() {
        for (String wrong : List.of("{}", "{at: 2s}", "{build: 1s, messages: 10}")) {
            assertThatThrownBy(() -> read("60s", "backlog: " + wrong))
                    .as(wrong)
                    .hasMessageContaining("one of build, such as 60s, and messages, such as 500k");
        }
        assertThatThrownBy(() -> read("60s", "backlog: {build: 5s}\nfaults: [{at: 1s, target: broker, action: kill}]"))
                .hasMessageContaining("w.yaml:4:")
                .hasMessageContaining("one of them: faults may have {target: consumer, action: stop}");
        assertThatThrownBy(() -> read("20s", "backlog: {build: 30s}"))
                .hasMessageContaining("before the measured 20s are");
    }
}
