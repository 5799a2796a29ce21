package io.twohop.transport.kafka;

import io.twohop.testing.BarePath;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.SharedServer;
import io.twohop.transport.kafka.broker.ClusterPlan;
import io.twohop.transport.kafka.broker.EmbeddedCluster;
import io.twohop.workload.JvmOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka's client alone over the two-hop path. Not a test; CONTRIBUTING.md says how it is run. */
public final class BarePingPong {
    private static final Duration WAIT = Duration.ofMillis(10);

    private BarePingPong() {}

    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory("bare-");
        JvmOptions jvm = new JvmOptions("512m", JvmOptions.Gc.G1, List.of());
        try (EmbeddedCluster cluster = new EmbeddedCluster(
                new ClusterPlan(SharedServer.LOOPBACK, 1, jvm, Map.of(), Optional.empty()),
                directory,
                directory,
                JvmRecorder.NONE)) {
            String bootstrap = cluster.address();
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
                admin.createTopics(List.of(new NewTopic("there", 1, (short) 1), new NewTopic("back", 1, (short) 1)))
                        .all()
                        .get();
            }
            KafkaConsumer<byte[], byte[]> there = consumer(bootstrap, "there");
            KafkaConsumer<byte[], byte[]> back = consumer(bootstrap, "back");
            KafkaProducer<byte[], byte[]> requests = producer(bootstrap);
            KafkaProducer<byte[], byte[]> replies = producer(bootstrap);
            BarePath.echo(
                    handler -> there.poll(WAIT).forEach(record -> handler.accept(record.value())),
                    message -> replies.send(new ProducerRecord<>("back", 0, null, message)));
            new BarePath(arguments)
                    .run(
                            message -> requests.send(new ProducerRecord<>("there", 0, null, message)),
                            handler -> back.poll(WAIT).forEach(record -> handler.accept(record.value())));
        }
        Runtime.getRuntime().halt(0);
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String bootstrap, String topic) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "group.id", topic, "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.subscribe(Set.of(topic));
        while (consumer.assignment().isEmpty()) {
            consumer.poll(WAIT);
        }
        return consumer;
    }

    private static KafkaProducer<byte[], byte[]> producer(String bootstrap) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap, "acks", "1", "linger.ms", "0"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }
}
