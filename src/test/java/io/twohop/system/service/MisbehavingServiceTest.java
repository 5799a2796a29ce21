package io.twohop.system.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Subscription;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import io.twohop.TransportServer;
import io.twohop.config.YamlDocument;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The misbehaving service over real servers: its counts are what a client of its own sees. */
@Timeout(240)
class MisbehavingServiceTest {
    private static final int ORDERS = 300;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String[] OPTIONS = {"drop", "twice", "foreign", "late", "late-millis=50"};
    private static final String COUNTS =
            "{\"requests\":300,\"replies\":303,\"drop\":3,\"twice\":3,\"late\":3,\"foreign\":3}";

    private static String order(int i) {
        return "{\"orderId\":" + (1_000_000_000 + i) + "}";
    }

    @Test
    void shouldServeOverKafka() throws Exception {
        YamlDocument file = YamlDocument.parse(
                "kafka.yaml",
                "transport: kafka\nbrokerJvm: { heap: 256m, gc: serial, flags: -XX:TieredStopAtLevel=1 }\n");
        try (TransportServer kafka = TransportServer.start(file, null)) {
            Map<String, String> client = kafka.clientProperties();
            try (Admin admin = Admin.create(new HashMap<>(client))) {
                admin.createTopics(
                                List.of(new NewTopic("orders", 2, (short) 1), new NewTopic("executions", 1, (short) 1)))
                        .all()
                        .get();
            }
            TopicPartition executions = new TopicPartition("executions", 0);
            try (KafkaConsumer<String, String> replies = new KafkaConsumer<>(
                            new HashMap<>(client), new StringDeserializer(), new StringDeserializer());
                    KafkaProducer<String, String> requests = new KafkaProducer<>(
                            new HashMap<>(client), new StringSerializer(), new StringSerializer())) {
                replies.assign(List.of(executions));
                replies.seekToBeginning(List.of(executions));
                MisbehavingService service =
                        MisbehavingService.overKafka(client, "orders", "executions", Plan.of(OPTIONS));
                for (int i = 0; i < ORDERS; i++) {
                    ProducerRecord<String, String> order = new ProducerRecord<>("orders", "key-" + i, order(i));
                    order.headers().add("correlation", order(i).getBytes(StandardCharsets.UTF_8));
                    requests.send(order);
                }
                requests.flush();
                await().atMost(PATIENCE).until(() -> service.counts().requests() == ORDERS);
                service.close();

                List<ConsumerRecord<String, String>> received = new ArrayList<>();
                long end = replies.endOffsets(List.of(executions)).get(executions);
                while (replies.position(executions) < end) {
                    replies.poll(Duration.ofMillis(100)).forEach(received::add);
                }
                assertThat(service.counts().replies())
                        .isEqualTo(received.size())
                        .isEqualTo(303);
                assertThat(received)
                        .filteredOn(record -> "key-50".equals(record.key()))
                        .singleElement()
                        .satisfies(record -> {
                            assertThat(record.value()).contains("\"orderId\":1000000050,");
                            assertThat(record.headers()
                                            .lastHeader("correlation")
                                            .value())
                                    .isEqualTo(order(50).getBytes(StandardCharsets.UTF_8));
                        });
            }
        }
    }

    @Test
    void shouldServeRequestersAndSubscribersOfNats() throws Exception {
        try (TransportServer nats = TransportServer.start("nats.yaml")) {
            Connection connection = Nats.connect(nats.address());
            Subscription executions = connection.subscribe("executions");
            Subscription inbox = connection.subscribe("inbox.*");
            connection.flush(PATIENCE);
            MisbehavingService service =
                    MisbehavingService.overNats(nats.address(), "orders", "executions", Plan.of("foreign=1"));
            NatsMessage.Builder order = NatsMessage.builder()
                    .subject("orders")
                    .headers(new Headers().add("correlation", "c"))
                    .data(order(7));
            connection.publish(order.build());
            connection.publish(order.replyTo("inbox.7").build());
            await().atMost(PATIENCE).until(() -> service.counts().replies() == 4);
            service.close();

            assertThat(executions.nextMessage(PATIENCE)).satisfies(reply -> {
                assertThat(new String(reply.getData(), StandardCharsets.UTF_8)).contains("\"orderId\":1000000007,");
                assertThat(reply.getHeaders().getFirst("correlation")).isEqualTo("c");
            });
            assertThat(executions.nextMessage(PATIENCE)).isNotNull();
            assertThat(inbox.nextMessage(PATIENCE).getSubject()).isEqualTo("inbox.7");
            assertThat(inbox.nextMessage(PATIENCE).getSubject()).isEqualTo("inbox.foreign");
            connection.close();
        }
    }

    @Test
    void shouldCountAsAProcessOfItsOwnUntilItsInputEnds() throws Exception {
        try (TransportServer nats = TransportServer.start("nats.yaml")) {
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    MisbehavingService.class.getName(),
                    nats.address(),
                    "orders",
                    "executions"));
            command.addAll(List.of(OPTIONS));
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (BufferedReader out = process.inputReader()) {
                assertThat(out.readLine()).isEqualTo("ready");
                Connection connection = Nats.connect(nats.address());
                Subscription replies = connection.subscribe("executions");
                for (int i = 0; i < ORDERS; i++) {
                    connection.publish("orders", order(i).getBytes(StandardCharsets.UTF_8));
                }
                for (int i = 0; i < 303; i++) {
                    assertThat(replies.nextMessage(PATIENCE)).as("reply %d", i).isNotNull();
                }
                process.getOutputStream().close();

                assertThat(out.readLine()).isEqualTo(COUNTS);
                assertThat(process.waitFor()).isZero();
                connection.close();
            } finally {
                process.destroyForcibly();
            }
        }
    }
}
