package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.transport.PlannedBacklog;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BacklogLimitsTest {
    private static final PlannedBacklog BACKLOG = new PlannedBacklog(60_000, 6_000_000, Duration.ofSeconds(60));

    private static void check(String keys, PlannedBacklog backlog) {
        KafkaConfig config = YamlDocument.parse("my.yaml", keys).bind(KafkaConfig.class);
        BacklogLimits.check(config, 2, backlog);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        consumer: {max.poll.interval.ms: 60000} | consumer.max.poll.interval.ms: 60000 (expected: more than the 60 s for which consumers stop: the group would exclude them)
        client: {max.poll.interval.ms: 60000}   | consumer.max.poll.interval.ms: 60000 (expected: more than the 60 s
        topic: {retention.ms: 60000}            | topic.retention.ms: 60000 (expected: more than 60000 ms, the age of the backlog, which would be deleted unread)
        topic: {retention.bytes: 3000000}       | topic.retention.bytes: 3000000 (expected: more than 3,000,000 bytes, the backlog of a partition
        {partitions: 3, topic: {retention.bytes: 1000000}} | more than 1,000,000 bytes
        """)
    void shouldRefuseABacklogThatWouldNotSurvive(String keys, String words) {
        assertThatThrownBy(() -> check(keys, BACKLOG))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(words);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "partitions: 1",
                "consumer: {max.poll.interval.ms: 60001}",
                "topic: {retention.ms: 60001}",
                "topic: {retention.ms: -1, retention.bytes: -1}",
                "topic: {retention.bytes: 3000001}",
                "topic: {retention.ms: 1 min, retention.bytes: 99999999999999999999}"
            })
    void shouldTakeABacklogThatIsKept(String keys) {
        assertThatCode(() -> check(keys, BACKLOG)).doesNotThrowAnyException();
    }

    /** Kafka's own limit is five minutes. */
    @ParameterizedTest
    @CsvSource({"299, false", "300, true"})
    void shouldKnowTheDefaultOfTheClient(int seconds, boolean refused) {
        PlannedBacklog backlog = new PlannedBacklog(1, 1, Duration.ofSeconds(seconds));
        if (refused) {
            assertThatThrownBy(() -> check("partitions: 1", backlog)).hasMessageContaining("300000");
        } else {
            assertThatCode(() -> check("partitions: 1", backlog)).doesNotThrowAnyException();
        }
    }
}
