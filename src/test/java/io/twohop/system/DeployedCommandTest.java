package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.TransportServer;
import io.twohop.config.YamlDocument;
import io.twohop.system.service.Counts;
import io.twohop.system.service.MisbehavingService;
import io.twohop.system.service.Misbehaviour;
import io.twohop.system.service.Plan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Services that run already, which know nothing of the bench. What a run says of them equals what they counted themselves. */
@Timeout(360)
class DeployedCommandTest {
    private static final String FIELD = "{field: /orderId}";

    @TempDir
    Path directory;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(
                directory.resolve("order.json"), "{\"orderId\": 1000000000, \"sentAt\": \"2026-01-31T12:00:00.000Z\"}");
    }

    /** Measures in this JVM, since most cases are about what a run says of the service. */
    private BenchCall bench(String replies, String correlate, String transport) throws IOException {
        return bench(replies, correlate, transport, "{/orderId: number, /sentAt: time}");
    }

    private BenchCall bench(String replies, String correlate, String transport, String fields) throws IOException {
        return BenchCall.here(directory, arguments(replies, correlate, transport, fields));
    }

    /** Measures in a JVM of its own, as users do. */
    private BenchCall forked(String correlate, String transport) throws IOException {
        List<String> arguments =
                List.of(arguments("executions", correlate, transport, "{/orderId: number, /sentAt: time}"));
        return BenchCall.of(directory, BenchProcess.with(arguments, BenchProcess.FIRST_COMPILER));
    }

    private String[] arguments(String replies, String correlate, String transport, String fields) throws IOException {
        Files.writeString(directory.resolve("orders.yaml"), """
                rate: 400
                warmup: 500ms
                duration: 1s
                drain: 2s
                floor: 0s
                idle: park
                event: {file: order.json, fields: %s}
                service: {deployed: true, requests: orders%s, correlate: %s}
                """.formatted(
                        fields, replies.isEmpty() ? "" : ", replies: " + replies, correlate));
        Files.writeString(directory.resolve("mine.yaml"), transport);
        return new String[] {
            "-Dworkload=" + directory.resolve("orders.yaml"),
            BenchProcess.ANY_RATE,
            BenchProcess.UNRECORDED,
            directory.resolve("mine.yaml").toString()
        };
    }

    private static String at(TransportServer nats) {
        return "transport: nats\nbroker: external\nurl: " + nats.address() + "\n";
    }

    private static String external(TransportServer kafka) {
        StringBuilder client = new StringBuilder();
        kafka.clientProperties().forEach((key, value) -> {
            if (!key.equals("bootstrap.servers")) {
                client.append("  ").append(key).append(": '").append(value).append("'\n");
            }
        });
        return "transport: kafka\nbroker: external\nbootstrap.servers: " + kafka.address() + "\nclient:\n" + client;
    }

    @Test
    void shouldAgreeWithAServiceOfNatsThatBehavesBadly() throws Exception {
        try (TransportServer nats = TransportServer.start("nats.yaml");
                MisbehavingService service = MisbehavingService.overNats(
                        nats.address(),
                        "orders",
                        "executions",
                        Plan.of("drop", "twice", "swap", "spaced-id", "decoy-id", "foreign", "error=50"))) {
            BenchCall bench = forked(FIELD, at(nats));

            JsonNode account = bench.resultJson().at("/accounting");
            Counts counts = service.counts();
            long canaries = counts.requests() - account.at("/sent").asLong();
            // The first canary is dropped, and the second is answered twice.
            assertThat(account.at("/lost").asLong()).isEqualTo(counts.of(Misbehaviour.DROP) - 1);
            assertThat(account.at("/duplicated").asLong()).isEqualTo(counts.of(Misbehaviour.TWICE) - 1);
            assertThat(account.at("/outOfOrder").asLong()).isEqualTo(counts.of(Misbehaviour.SWAP));
            assertThat(account.at("/received").asLong())
                    .isEqualTo(counts.replies()
                            - counts.of(Misbehaviour.TWICE)
                            - counts.of(Misbehaviour.FOREIGN)
                            - (canaries - 1));
            assertThat(bench.out().replaceAll("\\s+", " "))
                    .contains("INVALID")
                    .contains("report an error of the service in place of an answer, the first: 409 out of stock")
                    .contains(
                            counts.of(Misbehaviour.FOREIGN) + " replies belong to requests that this run did not send");
        }
    }

    @Test
    void shouldTellFilteredRequestsFromLostOnes() throws Exception {
        try (TransportServer nats = TransportServer.start("nats.yaml");
                MisbehavingService service =
                        MisbehavingService.overNats(nats.address(), "orders", "executions", Plan.of("drop=3"))) {
            BenchCall bench = bench("{topic: executions, perRequest: 0..1}", FIELD, at(nats));

            bench.assertMeasured();
            JsonNode account = bench.resultJson().at("/accounting");
            long canaries = service.counts().requests() - account.at("/sent").asLong();
            // The first canary is filtered, and each third after it.
            assertThat(account.at("/filtered").asLong())
                    .isEqualTo(service.counts().of(Misbehaviour.DROP) - (canaries + 2) / 3);
            assertThat(account.at("/lost").asLong()).isZero();
            assertThat(bench.out()).contains("lost 0, filtered by the service 200 (33.33 %)");
        }
    }

    @Test
    void shouldMeasureTheFirstAndTheLastOfSeveralReplies() throws Exception {
        try (TransportServer nats = TransportServer.start("nats.yaml");
                MisbehavingService service =
                        MisbehavingService.overNats(nats.address(), "orders", "executions", Plan.of("replies=3"))) {
            BenchCall bench = bench("{topic: executions, perRequest: 3}", FIELD, at(nats));

            bench.assertMeasured();
            assertThat(bench.resultJson().at("/probes/firstReply/count").asLong())
                    .isEqualTo(400);
            assertThat(bench.out()).contains("1st reply");
            assertThat(service.counts().replies())
                    .isEqualTo(3 * service.counts().requests());
        }
    }

    @Test
    void shouldFindRequestsThatHaveTwoOfThreeReplies() throws Exception {
        try (TransportServer nats = TransportServer.start("nats.yaml");
                MisbehavingService service = MisbehavingService.overNats(
                        nats.address(), "orders", "executions", Plan.of("replies=3", "fewer"))) {
            BenchCall bench = bench("{topic: executions, perRequest: 3}", FIELD, at(nats));

            assertThat(bench.out())
                    .contains(service.counts().of(Misbehaviour.FEWER)
                            + " requests have fewer than the 3 replies of perRequest, 0 of them none");
        }
    }

    @Test
    void shouldMeasureRequestAndReplyOfNats() throws Exception {
        try (TransportServer nats = TransportServer.start("nats.yaml");
                MisbehavingService service =
                        MisbehavingService.overNats(nats.address(), "orders", "executions", Plan.of())) {
            BenchCall bench = bench("", "{inbox: true}", at(nats));

            bench.assertMeasured();
            JsonNode result = bench.resultJson();
            assertThat(result.at("/accounting/received").asLong()).isEqualTo(600);
            assertThat(result.at("/forks/0/sizes/mostBytes").asLong())
                    .isEqualTo(Files.size(directory.resolve("order.json")));
            assertThat(service.counts().requests()).isBetween(601L, 660L);
        }
    }

    @Test
    void shouldSayThatNothingAnswers() throws Exception {
        try (TransportServer nats = TransportServer.start("nats.yaml");
                MisbehavingService service =
                        MisbehavingService.overNats(nats.address(), "orders", "executions", Plan.of("no-id=1"))) {
            BenchCall bench = bench("executions", FIELD, at(nats));

            assertThat(bench.out().replaceAll("\\s+", " "))
                    .contains("the deployed service did not answer within 30 s: no reply to")
                    .contains("replies came without a number in their /orderId, the first: {")
                    .contains("check that the service runs, what it reads and where it writes");
            assertThat(service.counts().requests()).isPositive();
        }
    }

    @Test
    void shouldLeaveNothingOnAClusterOfKafka() throws Exception {
        YamlDocument file = YamlDocument.parse(
                "kafka.yaml",
                "transport: kafka\nbrokerJvm: { heap: 256m, gc: serial, flags: -XX:TieredStopAtLevel=1 }\n");
        try (TransportServer kafka = TransportServer.start(file, null)) {
            kafka.createTopic("orders", 3);
            kafka.createTopic("executions", 2);
            try (Admin admin = Admin.create(new HashMap<>(kafka.clientProperties()));
                    MisbehavingService service =
                            MisbehavingService.overKafka(kafka.clientProperties(), "orders", "executions", Plan.of())) {
                String transport = external(kafka);
                for (String correlate : List.of(FIELD, "{key: true}", "{header: traceparent}")) {
                    BenchCall bench = correlate.equals(FIELD)
                            ? forked(correlate, transport)
                            : bench("executions", correlate, transport);
                    bench.assertMeasured();
                    assertThat(bench.out().replaceAll("\\s+", " "))
                            .contains("noted group misbehaving")
                            .contains("reads topic orders: 1 member, 3 of 3 partitions assigned; committed lag")
                            .doesNotContain("warning: group");
                }
                // Publishers need access to the JDK's internals, which the packaged command has and this JVM has
                // otherwise.
                BenchProcess doctor = BenchProcess.jar(
                        directory,
                        "doctor",
                        "--service",
                        directory.resolve("orders.yaml").toString(),
                        directory.resolve("mine.yaml").toString());
                assertThat(doctor.exitCode()).as(doctor.err()).isZero();
                assertThat(doctor.out())
                        .contains(
                                "correlate: {field: /orderId}\n  correlate: {key: true}\n  correlate: {header: twohop-id}")
                        .contains("correlate: {header: traceparent}");
                assertThat(admin.listTopics().names().get()).isEqualTo(Set.of("orders", "executions"));
                assertThat(admin.listGroups().all().get())
                        .singleElement()
                        .satisfies(group -> assertThat(group.groupId()).startsWith("misbehaving"));
                assertThat(service.counts().requests()).isGreaterThanOrEqualTo(3 * 600 + 3);
            }
        }
    }

    /** The broker's own times divide the latency: the service waits before it replies. */
    @Test
    void shouldTellTheServicesShareByTheBrokersTimes() throws Exception {
        YamlDocument file = YamlDocument.parse(
                "kafka.yaml",
                "transport: kafka\nbrokerJvm: { heap: 256m, gc: serial, flags: -XX:TieredStopAtLevel=1 }\n");
        try (TransportServer kafka = TransportServer.start(file, null)) {
            try (Admin admin = Admin.create(new HashMap<>(kafka.clientProperties()))) {
                admin.createTopics(Stream.of("orders", "executions")
                                .map(topic -> new NewTopic(topic, 2, (short) 1)
                                        .configs(Map.of("message.timestamp.type", "LogAppendTime")))
                                .toList())
                        .all()
                        .get();
            }
            try (MisbehavingService service = MisbehavingService.overKafka(
                    kafka.clientProperties(), "orders", "executions", Plan.of("late=1", "late-millis=40"))) {
                BenchCall bench = bench("executions", FIELD, external(kafka));

                bench.assertMeasured();
                assertThat(service.counts().of(Misbehaviour.LATE)).isGreaterThan(600);
                assertThat(bench.out().replaceAll("\\s+", " "))
                        .contains(
                                "noted toService and inService come from the brokers' append times, in steps of 1 ms");
                JsonNode probes = bench.resultJson().at("/probes");
                assertThat(probes.at("/inService/count").asLong()).isGreaterThan(350);
                assertThat(probes.at("/inService/minNanos").asLong()).isGreaterThanOrEqualTo(38_000_000);
                assertThat(probes.at("/inService/percentilesNanos/p50").asLong())
                        .isLessThan(probes.at("/endToEnd/percentilesNanos/p50").asLong());
                assertThat(probes.at("/toService/percentilesNanos/p50").asLong())
                        .isLessThan(probes.at("/endToEnd/percentilesNanos/p50").asLong() - 35_000_000);
            }
        }
    }

    /** Partitions follow from keys as for any producer with Kafka's own partitioner. */
    @Test
    void shouldSendTheKeysThatTheMessagesHave() throws Exception {
        YamlDocument file = YamlDocument.parse(
                "kafka.yaml",
                "transport: kafka\nbrokerJvm: { heap: 256m, gc: serial, flags: -XX:TieredStopAtLevel=1 }\n");
        Files.writeString(directory.resolve("order.json"), "{\"orderId\": 1000000000, \"customerId\": \"c-00\"}");
        Files.writeString(directory.resolve("customers.csv"), "customer\nc-10\nc-20\nc-30\nc-40\n");
        try (TransportServer kafka = TransportServer.start(file, null)) {
            kafka.createTopic("orders", 3);
            kafka.createTopic("executions", 1);
            try (MisbehavingService service =
                    MisbehavingService.overKafka(kafka.clientProperties(), "orders", "executions", Plan.of())) {
                BenchCall bench = bench(
                        "executions, key: /customerId",
                        FIELD,
                        external(kafka),
                        "{/orderId: number, /customerId: {column: customer, file: customers.csv}}");

                bench.assertMeasured();
                assertThat(service.counts().requests()).isGreaterThan(600);
            }
            Map<String, Integer> keys = new HashMap<>();
            try (KafkaConsumer<String, String> orders = new KafkaConsumer<>(
                    new HashMap<>(kafka.clientProperties()), new StringDeserializer(), new StringDeserializer())) {
                List<TopicPartition> partitions = orders.partitionsFor("orders").stream()
                        .map(info -> new TopicPartition("orders", info.partition()))
                        .toList();
                orders.assign(partitions);
                orders.seekToBeginning(partitions);
                long end = orders.endOffsets(partitions).values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
                for (long read = 0; read < end; ) {
                    for (ConsumerRecord<String, String> order : orders.poll(Duration.ofMillis(100))) {
                        read++;
                        byte[] key = order.key().getBytes(StandardCharsets.UTF_8);
                        assertThat(order.value()).contains("\"customerId\": \"" + order.key() + "\"");
                        assertThat(order.partition()).isEqualTo(Utils.toPositive(Utils.murmur2(key)) % 3);
                        keys.merge(order.key(), 1, Integer::sum);
                    }
                }
            }
            assertThat(keys).containsOnlyKeys("c-10", "c-20", "c-30", "c-40");
            assertThat(keys.values()).allMatch(messages -> messages >= 150);
        }
    }

    /** A run that starts a server of its own has no deployed service. */
    @Test
    void shouldRefuseWhatCannotBeMeasured() throws Exception {
        assertThat(bench("executions", FIELD, "transport: nats\n").err())
                .contains("service.deployed: true (expected: a transport file with 'broker: external'");
        assertThat(bench("executions", FIELD, "transport: loopback\n").err())
                .contains("service.deployed: true (expected: another transport, or another mode of it, since ")
                .contains("mine.yaml uses no channels that exist already)");
        assertThat(bench("executions", "{key: true}", "transport: nats\nbroker: external\nurl: nats://127.0.0.1:1\n")
                        .err())
                .contains(
                        "service.correlate: key (expected: what nats can carry there and back: field, header, inbox)");
        assertThat(bench(
                                "executions, key: /orderId",
                                FIELD,
                                "transport: nats\nbroker: external\nurl: nats://127.0.0.1:1\n")
                        .err())
                .contains("service.key: <redacted> (expected: no key over nats, whose messages have none)");
        assertThat(bench("executions", "{field: /id}", "transport: nats\nbroker: external\nurl: nats://127.0.0.1:1\n")
                        .err())
                .contains("service.correlate.field: /id (expected: one of event.fields that is a number or uuid");
    }
}
