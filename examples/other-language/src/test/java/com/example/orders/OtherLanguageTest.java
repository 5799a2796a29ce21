package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Subscription;
import io.twohop.TransportServer;
import io.twohop.junit.BenchTransport;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The services answer one order, over a broker that is started for this class. */
@Timeout(120)
class OtherLanguageTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration AGAIN = Duration.ofMillis(500);
    private static final TopicPartition EXECUTIONS = new TopicPartition("executions", 0);
    private static final String TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String ID = "\"orderId\": ?1000000000000\\b";

    // Lets in anybody of this machine, as the services log in as no one.
    @BenchTransport(value = "kafka-latency.yaml", set = "client.security.protocol=PLAINTEXT")
    static TransportServer kafka;

    @BenchTransport("nats.yaml")
    static TransportServer nats;

    private static byte[] order;

    @BeforeAll
    static void prepare() throws Exception {
        order = Files.readAllBytes(Path.of("orders/limit.json"));
        try (Admin admin = Admin.create(new HashMap<>(kafka.clientProperties()))) {
            admin.createTopics(List.of(new NewTopic("orders", 2, (short) 1), new NewTopic("executions", 1, (short) 1)))
                    .all()
                    .get();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"go/kafka", "python/kafka_service.py"})
    void shouldAnswerOverKafka(String name) throws Exception {
        Map<String, Object> client = new HashMap<>(kafka.clientProperties());
        try (RunningService service = RunningService.start(name, Map.of("KAFKA", kafka.address()));
                KafkaConsumer<byte[], byte[]> executions =
                        new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer());
                KafkaProducer<byte[], byte[]> orders =
                        new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
            executions.assign(List.of(EXECUTIONS));
            executions.seekToEnd(List.of(EXECUTIONS));
            executions.position(EXECUTIONS);

            ConsumerRecord<byte[], byte[]> answer = null;
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            // The service reads orders that are sent once it has its partitions.
            while (answer == null && System.nanoTime() < deadline) {
                ProducerRecord<byte[], byte[]> record = new ProducerRecord<>("orders", order);
                record.headers().add("traceparent", bytes("00-" + TRACE_ID + "-00f067aa0ba902b7-01"));
                orders.send(record).get();
                for (ConsumerRecord<byte[], byte[]> received : executions.poll(AGAIN)) {
                    answer = received;
                }
            }

            assertThat(answer).isNotNull();
            assertThat(text(answer.value())).containsPattern(ID);
            if (name.startsWith("go")) {
                Header trace = answer.headers().lastHeader("traceparent");
                assertThat(text(trace.value())).contains(TRACE_ID);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"go/nats", "python/nats_service.py"})
    void shouldAnswerOverNats(String name) throws Exception {
        Connection connection = Nats.connect(nats.address());
        try (RunningService service = RunningService.start(name, Map.of("NATS_URL", nats.address()))) {
            Message reply = null;
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (reply == null && System.nanoTime() < deadline) {
                // Without a subscriber this returns at once.
                Thread.sleep(50);
                reply = connection.request("orders", order, AGAIN);
            }
            assertThat(reply).isNotNull();
            assertThat(text(reply.getData())).containsPattern(ID);

            Subscription executions = connection.subscribe("executions");
            connection.publish("orders", order);
            Message published = executions.nextMessage(PATIENCE);
            assertThat(published).isNotNull();
            assertThat(text(published.getData())).containsPattern(ID);
        } finally {
            connection.close();
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
