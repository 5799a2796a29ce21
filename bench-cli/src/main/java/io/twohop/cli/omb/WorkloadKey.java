package io.twohop.cli.omb;

import io.twohop.config.YamlDocument;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/** The keys of a workload of OpenMessaging Benchmark, with those that Redpanda's fork adds. */
enum WorkloadKey {
    NAME("name", String.class),
    TOPICS("topics", Long.class),
    EXISTING_TOPICS("existingTopicList", Lists.TEXTS),
    EXISTING_PRODUCE_TOPICS("existingProduceTopicList", Lists.TEXTS),
    EXISTING_CONSUME_TOPICS("existingConsumeTopicList", Lists.TEXTS),
    PARTITIONS("partitionsPerTopic", Long.class),
    KEYS("keyDistributor", String.class),
    MESSAGE_SIZE("messageSize", Long.class),
    RANDOMIZED("useRandomizedPayloads", Boolean.class),
    RANDOM_RATIO("randomBytesRatio", Double.class),
    POOL("randomizedPayloadPoolSize", Long.class),
    PAYLOAD_FILE("payloadFile", String.class),
    SUBSCRIPTIONS("subscriptionsPerTopic", Long.class),
    PRODUCERS("producersPerTopic", Long.class),
    CONSUMERS("consumerPerSubscription", Long.class),
    RATE("producerRate", Long.class),
    BACKLOG("consumerBacklogSizeGB", Long.class),
    DRAIN_RATIO("backlogDrainRatio", Double.class),
    DURATION("testDurationMinutes", Long.class),
    WARM_UP("warmupDurationMinutes", Long.class),
    SAMPLE_RATE("sampleRateMillis", Long.class);

    private final String key;
    private final Type type;

    WorkloadKey(String key, Type type) {
        this.key = key;
        this.type = type;
    }

    String key() {
        return key;
    }

    /** Returns the values of a file; OpenMessaging Benchmark itself ignores keys that it does not know. */
    static Map<String, Object> read(YamlDocument file) {
        return file.bind(Arrays.stream(values()).collect(Collectors.toMap(WorkloadKey::key, one -> one.type)));
    }
}
