package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.TransportServer;
import io.twohop.junit.BenchTransport;
import java.nio.charset.StandardCharsets;
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
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.core.io.ClassPathResource;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The service as it is deployed, over a broker that is started for this class and ends with it. */
@SpringBootTest
// Spring would keep the context for the next class, though its broker has ended.
@DirtiesContext
class OrdersLatencyTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final TopicPartition EXECUTIONS = new TopicPartition("executions", 0);

    @BenchTransport("kafka-latency.yaml")
    static TransportServer kafka;

    @DynamicPropertySource
    static void connect(DynamicPropertyRegistry registry) {
        registry.add("spring.kafka.bootstrap-servers", kafka::address);
        // The broker lets in the user that was made for it.
        kafka.clientProperties().forEach((name, value) -> registry.add("spring.kafka.properties." + name, () -> value));
    }

    /** Runs before Spring starts the service. */
    @BeforeAll
    static void createTopics() throws Exception {
        try (Admin admin = Admin.create(new HashMap<>(kafka.clientProperties()))) {
            admin.createTopics(List.of(new NewTopic("orders", 2, (short) 1), new NewTopic("executions", 1, (short) 1)))
                    .all()
                    .get();
        }
    }

    @Test
    void answersAnOrder() throws Exception {
        String order = new ClassPathResource("order.json").getContentAsString(StandardCharsets.UTF_8);
        Map<String, Object> client = new HashMap<>(kafka.clientProperties());
        try (KafkaConsumer<String, String> executions =
                        new KafkaConsumer<>(client, new StringDeserializer(), new StringDeserializer());
                KafkaProducer<String, String> orders =
                        new KafkaProducer<>(client, new StringSerializer(), new StringSerializer())) {
            executions.assign(List.of(EXECUTIONS));
            executions.seekToEnd(List.of(EXECUTIONS));
            executions.position(EXECUTIONS);

            ConsumerRecord<String, String> answer = null;
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            // The listener gets its partitions after the context has started, and misses earlier orders.
            while (answer == null && System.nanoTime() < deadline) {
                orders.send(new ProducerRecord<>("orders", "C-00001", order)).get();
                for (ConsumerRecord<String, String> received : executions.poll(Duration.ofMillis(500))) {
                    answer = received;
                }
            }

            assertThat(answer).isNotNull();
            assertThat(answer.key()).isEqualTo("C-00001");
            assertThat(answer.value()).contains("\"orderId\":1000000000000,");
        }
    }
}
