package io.twohop.transport.kafka;

import io.twohop.config.ConfigException;
import io.twohop.config.Texts;
import io.twohop.transport.PlannedBacklog;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.TopicConfig;

/** Rejects a backlog that consumers or the topics' own retention would not survive. The broker's retention is not known here. */
final class BacklogLimits {
    private static final long DEFAULT_POLL_INTERVAL_MILLIS = 300_000;
    private static final double MILLIS_PER_SECOND = 1_000;

    private BacklogLimits() {}

    static void check(KafkaConfig config, int topics, PlannedBacklog backlog) {
        long ageMillis = backlog.age().toMillis();
        String interval = ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG;
        long pollMillis = number(config.properties().consumer(), interval)
                .or(() -> number(config.properties().client(), interval))
                .orElse(DEFAULT_POLL_INTERVAL_MILLIS);
        if (ageMillis >= pollMillis) {
            throw ConfigException.invalid(
                    "consumer." + interval,
                    pollMillis,
                    Texts.format(
                            "more than the %,.0f s for which consumers stop: the group would exclude them",
                            ageMillis / MILLIS_PER_SECOND));
        }
        Map<String, String> topic = config.properties().topic();
        number(topic, TopicConfig.RETENTION_MS_CONFIG)
                .filter(limit -> limit >= 0 && limit <= ageMillis)
                .ifPresent(limit -> {
                    throw tooSmall(TopicConfig.RETENTION_MS_CONFIG, limit, ageMillis + " ms, the age of the backlog");
                });
        long partitionBytes = backlog.bytes() / ((long) topics * config.partitions());
        number(topic, TopicConfig.RETENTION_BYTES_CONFIG)
                .filter(limit -> limit >= 0 && limit <= partitionBytes)
                .ifPresent(limit -> {
                    throw tooSmall(
                            TopicConfig.RETENTION_BYTES_CONFIG,
                            limit,
                            Texts.format("%,d bytes, the backlog of a partition", partitionBytes));
                });
    }

    private static ConfigException tooSmall(String key, long limit, String least) {
        return ConfigException.invalid("topic." + key, limit, "more than " + least + ", which would be deleted unread");
    }

    /** Kafka refuses what is no number. */
    private static Optional<Long> number(Map<String, String> properties, String key) {
        return Optional.ofNullable(properties.get(key))
                .map(String::strip)
                .filter(text -> text.matches("-?\\d{1,18}"))
                .map(Long::valueOf);
    }
}
