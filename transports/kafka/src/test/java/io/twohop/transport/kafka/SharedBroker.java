package io.twohop.transport.kafka;

import io.twohop.transport.JvmRecorder;
import io.twohop.transport.RunContext;
import io.twohop.transport.SharedServer;
import io.twohop.transport.kafka.broker.ClusterPlan;
import io.twohop.transport.kafka.broker.EmbeddedCluster;
import io.twohop.transport.kit.Broker;
import io.twohop.workload.JvmOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** One broker for all tests of this JVM, used as a cluster that was there before; it dies with the JVM. */
final class SharedBroker {
    private static final EmbeddedCluster CLUSTER = start();

    private SharedBroker() {}

    private static EmbeddedCluster start() {
        try {
            Path directory =
                    Files.createTempDirectory(Path.of("target"), "broker-").toAbsolutePath();
            return new EmbeddedCluster(
                    new ClusterPlan(
                            SharedServer.LOOPBACK,
                            1,
                            new JvmOptions("256m", JvmOptions.Gc.SERIAL, List.of("-XX:TieredStopAtLevel=1")),
                            // Refuses what a cluster's owner may refuse: topics with more than 50 partitions.
                            Map.of("create.topic.policy.class.name", FewPartitions.class.getName()),
                            Optional.empty()),
                    directory,
                    directory,
                    JvmRecorder.NONE);
        } catch (Exception e) {
            throw new IllegalStateException("no broker for the tests", e);
        }
    }

    static String bootstrapServers() {
        return CLUSTER.address();
    }

    /** A transport file for this broker. */
    static KafkaConfig config(int partitions, int consumers, Map<String, String> producer) {
        return config(partitions, consumers, 1, false, producer, Map.of());
    }

    static KafkaConfig config(
            int partitions,
            int consumers,
            int replication,
            boolean transactions,
            Map<String, String> producer,
            Map<String, String> topic) {
        return new KafkaConfig(
                new KafkaConfig.Brokers(Broker.EXTERNAL, bootstrapServers(), null, null, null),
                partitions,
                consumers,
                replication,
                transactions,
                null,
                new KafkaConfig.Properties(null, null, null, producer, null, topic));
    }

    /** A transport file whose consumers form a share group. */
    static KafkaConfig share(int partitions, int consumers, String mode) {
        return new KafkaConfig(
                new KafkaConfig.Brokers(Broker.EXTERNAL, bootstrapServers(), null, null, null),
                partitions,
                consumers,
                1,
                false,
                GroupKind.SHARE,
                new KafkaConfig.Properties(
                        null, null, null, Map.of("linger.ms", "0"), Map.of("share.acknowledgement.mode", mode), null));
    }

    static RunContext context(Path directory, int maxMessageBytes) {
        String runId = "twohop-" + UUID.randomUUID();
        return new RunContext(
                runId,
                directory,
                directory,
                new RunContext.Traffic(1_000, 10_000, maxMessageBytes, 100),
                new RunContext.Channels(2, 1));
    }

    static Admin admin() {
        return Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers()));
    }
}
