package io.twohop.transport.kafka;

import io.twohop.config.ConfigException;
import io.twohop.transport.Envelope;
import io.twohop.transport.Footprint;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.Mark;
import io.twohop.transport.PlannedBacklog;
import io.twohop.transport.RunContext;
import io.twohop.transport.ServerProvider;
import io.twohop.transport.SharedServer;
import io.twohop.transport.Sweeper;
import io.twohop.transport.TopicLimit;
import io.twohop.transport.Transport;
import io.twohop.transport.kafka.broker.BrokerJar;
import io.twohop.transport.kit.KeyFiles;
import io.twohop.transport.kit.RoleTarget;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.SslConfigs;
import org.apache.kafka.common.config.TopicConfig;

/** The {@code kafka} transport. */
public final class KafkaProvider implements ServerProvider<KafkaConfig> {
    private static final long DEFAULT_MAX_REQUEST_BYTES = 1 << 20;
    private static final long DEFAULT_BUFFER_BYTES = 32 << 20;

    /** A megabyte and a batch's header. */
    private static final long DEFAULT_MESSAGE_BYTES = 1_048_588;

    public KafkaProvider() {
        BrokerJar.putIntoEffect();
    }

    @Override
    public String name() {
        return "kafka";
    }

    @Override
    public String description() {
        return "Apache Kafka: a broker of its own on this machine, or your cluster";
    }

    @Override
    public Map<String, String> keysOf(Map<String, String> settings) {
        return ClientProperties.keysOf(settings);
    }

    @Override
    public TopicLimit topicLimit() {
        return new TopicLimit(10_000, "a broker keeps files, maps and threads' time for each partition of each");
    }

    @Override
    public Set<Envelope.Part> carries() {
        return EnumSet.allOf(Envelope.Part.class);
    }

    @Override
    public Set<Mark.Part> marks(KafkaConfig config) {
        return EnumSet.of(Mark.Part.FIELD, Mark.Part.KEY, Mark.Part.HEADER);
    }

    @Override
    public boolean fansOut() {
        return true;
    }

    @Override
    public List<String> files() {
        return List.of(
                "kafka.yaml",
                "kafka-latency.yaml",
                "kafka-acks0.yaml",
                "kafka-durable.yaml",
                "kafka-exactly-once.yaml",
                "kafka-share.yaml",
                "redpanda.yaml");
    }

    @Override
    public Transport open(KafkaConfig config, RunContext context) throws Exception {
        check(config, context);
        return KafkaTransport.open(config, context);
    }

    @Override
    public boolean spansProcesses() {
        return true;
    }

    @Override
    public List<String> faultTargets(KafkaConfig config) {
        if (config.brokers().areExternal()) {
            return List.of(Fault.CONSUMER);
        }
        List<String> names = RoleTarget.names(config.brokers().nodes());
        names.addAll(List.of(Fault.CONSUMER, Fault.NETWORK, Fault.DISK));
        return names;
    }

    @Override
    public SharedServer server(KafkaConfig config, String host, Path data, Path logs)
            throws IOException, InterruptedException {
        return KafkaTransport.cluster(config, host, data, logs, JvmRecorder.NONE);
    }

    @Override
    public boolean isExternal(KafkaConfig config) {
        return config.brokers().areExternal();
    }

    @Override
    public List<String> addresses(KafkaConfig config) {
        return isExternal(config) ? List.of(config.brokers().bootstrapServers().split("\\s*,\\s*")) : List.of();
    }

    @Override
    public Footprint footprint(KafkaConfig config, RunContext context) {
        int topics = context.channels().hops() * context.channels().topics();
        return new Footprint(
                List.of(
                        count(topics, "topic") + " of " + count(config.partitions(), "partition"),
                        count(context.channels().hops() - 1 + context.channels().subscribers(), "group")),
                topics,
                config.replication());
    }

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    @Override
    public Sweeper sweeper(KafkaConfig config) throws InterruptedException {
        return KafkaTransport.sweeper(config);
    }

    @Override
    public List<String> jvmFlags() {
        List<String> flags = new ArrayList<>(List.of("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"));
        BrokerJar.jvmFlag().ifPresent(flags::add);
        return flags;
    }

    @Override
    public List<String> findings() {
        String broker = BrokerJar.classPath()
                .map(path -> "broker " + path)
                .orElse("no broker of its own (kafka-broker's jar is not beside transport-kafka's): broker: external"
                        + " only");
        return List.of("kafka-clients " + KafkaTransport.clientVersion(), broker);
    }

    @Override
    public void check(KafkaConfig config, RunContext context) {
        if (config.transactions() && !context.channels().parts().equals(RunContext.Parts.NONE)) {
            throw ConfigException.invalid(
                    "transactions", true, "false with several loads or services, since a transaction has one producer");
        }
        if (config.isShared() && context.channels().areExisting()) {
            throw ConfigException.invalid(
                    "group",
                    "share",
                    "consumer with a deployed service, whose replies are to be read once and from now on");
        }
        KeyFiles.checkStore(
                "client",
                config.properties().client(),
                SslConfigs.SSL_TRUSTSTORE_LOCATION_CONFIG,
                SslConfigs.SSL_TRUSTSTORE_PASSWORD_CONFIG,
                SslConfigs.SSL_TRUSTSTORE_TYPE_CONFIG);
        KeyFiles.checkStore(
                "client",
                config.properties().client(),
                SslConfigs.SSL_KEYSTORE_LOCATION_CONFIG,
                SslConfigs.SSL_KEYSTORE_PASSWORD_CONFIG,
                SslConfigs.SSL_KEYSTORE_TYPE_CONFIG);
        if (context.traffic().envelope().keys() > 0) {
            checkPartitioner("client", config.properties().client());
            checkPartitioner("producer", config.properties().producer());
        }
        checkLimit(config, ProducerConfig.MAX_REQUEST_SIZE_CONFIG, DEFAULT_MAX_REQUEST_BYTES, context);
        checkLimit(config, ProducerConfig.BUFFER_MEMORY_CONFIG, DEFAULT_BUFFER_BYTES, context);
        boolean ofTopic = config.properties().topic().containsKey(TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
        if (!config.brokers().areExternal() && !ofTopic) {
            long limit = number(config.brokers().server(), "message.max.bytes", DEFAULT_MESSAGE_BYTES);
            MessageSize.check("server.message.max.bytes", limit, context);
        }
    }

    @Override
    public void checkBacklog(KafkaConfig config, RunContext context, PlannedBacklog backlog) {
        BacklogLimits.check(config, context.channels().topics(), backlog);
    }

    @Override
    public boolean hides(KafkaConfig config, String key) {
        int dot = key.indexOf('.');
        return dot > 0
                && ClientProperties.hides(key.substring(0, dot), key.substring(dot + 1))
                && !config.properties().showProperties().contains(key.substring(dot + 1));
    }

    private static void checkPartitioner(String section, Map<String, String> properties) {
        String ignores = properties.getOrDefault(ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG, "false");
        if (Boolean.parseBoolean(ignores.strip())) {
            throw ConfigException.invalid(
                    section + "." + ProducerConfig.PARTITIONER_IGNORE_KEYS_CONFIG,
                    ignores,
                    "false, since the workload's keys are to choose partitions");
        }
    }

    private static void checkLimit(KafkaConfig config, String setting, long otherwise, RunContext context) {
        long limit = number(config.properties().producer(), setting, otherwise);
        MessageSize.check("producer." + setting, limit, context);
    }

    private static long number(Map<String, String> properties, String name, long otherwise) {
        return Long.parseLong(
                properties.getOrDefault(name, Long.toString(otherwise)).strip());
    }
}
