package io.twohop.cli.omb;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import java.util.LinkedHashMap;
import java.util.Map;

/** Finds the driver that a file names. */
final class Drivers {
    static final String CLASS = "driverClass";

    private static final String PACKAGE = "io.openmessaging.benchmark.driver.";

    private static final Map<String, Driver> KNOWN = Map.of(
            "kafka.KafkaBenchmarkDriver", new KafkaDriver(),
            "redpanda.RedpandaBenchmarkDriver", new KafkaDriver(),
            "redpanda.swarm.RedpandaBenchmarkDriver", new KafkaDriver(),
            "redpanda.tx.RedpandaBenchmarkDriver", new KafkaDriver(),
            "nats.NatsBenchmarkDriver", new NatsDriver(),
            "natsStreaming.NatsStreamingBenchmarkDriver", new NatsStreamingDriver(),
            "rabbitmq.RabbitMqBenchmarkDriver", new RabbitDriver(),
            "redis.RedisBenchmarkDriver", new RedisDriver(),
            "artemis.ArtemisBenchmarkDriver", new ArtemisDriver(),
            "jms.JMSBenchmarkDriver", new JmsDriver());

    /** Systems that this bench has no transport for, by the package of their driver. */
    private static final Map<String, String> WITHOUT_TRANSPORT = withoutTransport();

    private Drivers() {}

    private static Map<String, String> withoutTransport() {
        Map<String, String> systems = new LinkedHashMap<>();
        systems.put("bookkeeper", "Apache BookKeeper");
        systems.put("kop", "Kafka on Pulsar");
        systems.put("mqtt5", "MQTT 5");
        systems.put("nsq", "NSQ");
        systems.put("pravega", "Pravega");
        systems.put("pulsar", "Apache Pulsar");
        systems.put("rocketmq", "Apache RocketMQ");
        return systems;
    }

    /** @throws ConfigException for a file without a driver, and for one of a system that this bench does not measure */
    static Driver of(YamlDocument file) {
        String name = file.text(CLASS)
                .orElseThrow(() -> file.invalid(
                        CLASS,
                        null,
                        "the class of a driver, such as " + PACKAGE
                                + "kafka.KafkaBenchmarkDriver, in the file behind the workload"));
        String ours = name.startsWith(PACKAGE) ? name.substring(PACKAGE.length()) : name;
        if (KNOWN.containsKey(ours)) {
            return KNOWN.get(ours);
        }
        String system = WITHOUT_TRANSPORT.get(ours.split("\\.", 2)[0]);
        throw file.invalid(
                CLASS,
                name,
                (system == null ? "" : "another system, since there is no transport for " + system + "; ")
                        + "one of the drivers for Kafka, Redpanda, NATS, NATS Streaming, RabbitMQ, Redis, Artemis and JMS");
    }
}
