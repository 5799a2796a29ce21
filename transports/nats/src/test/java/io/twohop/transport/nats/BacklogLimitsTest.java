package io.twohop.transport.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.transport.PlannedBacklog;
import io.twohop.workload.Fault;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BacklogLimitsTest {
    private static final PlannedBacklog BACKLOG = new PlannedBacklog(60_000, 6_000_000, Duration.ofSeconds(60));

    @ParameterizedTest
    @CsvSource({
        "max_bytes, 6000000, bytes",
        "max_msgs, 60000, messages",
        "max_age, 60000000000, ns",
    })
    void shouldRefuseABacklogThatTheStreamWouldCut(String field, String limit, String unit) {
        assertThatThrownBy(() -> BacklogLimits.check(Map.of(field, limit), BACKLOG))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("stream." + field + ": " + limit)
                .hasMessageContaining(unit + ", the backlog, whose oldest messages the server would delete unread");
        String more = Long.toString(Long.parseLong(limit) + 1);
        assertThatCode(() -> BacklogLimits.check(Map.of(field, more), BACKLOG)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource({"-1", "0", "many"})
    void shouldTakeNoLimitForNone(String limit) {
        assertThatCode(() -> BacklogLimits.check(Map.of("max_bytes", limit), BACKLOG))
                .doesNotThrowAnyException();
    }

    /** The server deletes consumers that ask for nothing for so long. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        consumer: ordered                                    | 5000 | consumer: ordered (expected: pull or push: the server deletes an ordered consumer that asks for nothing for 5 s)
        consumer: ordered                                    | 4999 |
        consumer: pull                                       | 5000 |
        consumer: push                                       | 5000 |
        'consumerOptions: {inactive_threshold: 5000000000}'  | 5000 | consumerOptions.inactive_threshold: 5000000000 (expected: more than 5,000,000,000 ns
        'consumerOptions: {inactive_threshold: 5000000001}'  | 5000 |
        'consumerOptions: {inactive_threshold: 0}'           | 5000 |
        """)
    void shouldRefuseAStopInWhichTheServerWouldDeleteTheConsumer(String key, long ageMillis, String words) {
        NatsConfig.Messaging messaging = read("{mode: jetstream, " + key + "}").messaging();
        PlannedBacklog backlog = new PlannedBacklog(1, 1, Duration.ofMillis(ageMillis));
        if (words == null) {
            assertThatCode(() -> BacklogLimits.check(messaging, backlog)).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(() -> BacklogLimits.check(messaging, backlog))
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(words);
        }
    }

    @Test
    void shouldStopConsumersOfStreamsOnly() {
        NatsProvider provider = new NatsProvider();
        assertThat(provider.faultTargets(read("mode: jetstream"))).contains(Fault.CONSUMER);
        assertThat(provider.faultTargets(read("mode: core"))).doesNotContain(Fault.CONSUMER);
        assertThat(provider.faultTargets(read("{mode: jetstream, broker: external, url: 'nats://127.0.0.1:4222'}")))
                .as("consumers are the run's, wherever the servers are")
                .containsExactly(Fault.CONSUMER);
    }

    private static NatsConfig read(String yaml) {
        return YamlDocument.parse("my.yaml", yaml).bind(NatsConfig.class);
    }
}
