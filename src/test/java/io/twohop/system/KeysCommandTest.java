package io.twohop.system;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.twohop.TransportServer;
import io.twohop.config.YamlDocument;
import io.twohop.transport.nats.TestServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys and headers, as others see them on a broker beside the run. */
@Timeout(360)
class KeysCommandTest {
    private static final int MESSAGES = 900;
    private static final int PARTITIONS = 4;
    private static final String KEYS = "-Dkeys={count: 50, distribution: zipf(1.1)}";
    private static final String HEADERS = "-Dheaders=3x32B";
    private static final List<String> SHORT = List.of(
            "-Dworkload=smoke.yaml",
            "-Drate=300",
            "-Dsize=64",
            "-Dwarmup=1s",
            "-Dduration=2s",
            "-Dfloor=0s",
            "-Ddrain=30s",
            "-Didle=park",
            BenchProcess.FIRST_COMPILER,
            BenchProcess.ANY_RATE,
            BenchProcess.UNRECORDED,
            KEYS,
            HEADERS);

    @TempDir
    Path directory;

    /** A message on the broker; producer and number stand in its first bytes. */
    private record Seen(int hop, long id, String key) {
        static Seen of(String channel, String key, byte[] message) {
            ByteBuffer header = ByteBuffer.wrap(message).order(ByteOrder.nativeOrder());
            return new Seen(
                    channel.endsWith("-1") ? 1 : 2,
                    ((long) header.getChar(4) << Integer.SIZE) + header.getLong(8),
                    key);
        }
    }

    private BenchProcess bench(String... arguments) throws IOException {
        return BenchProcess.jar(directory, BenchProcess.with(SHORT, arguments));
    }

    /** Runs a shipped file, with brokers at the first compiler. */
    private BenchProcess shipped(String transport, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(arguments));
        if (transport.startsWith("kafka")) {
            all.add("-Dtransport.brokerJvm.flags=-XX:TieredStopAtLevel=1");
        }
        all.add(transport);
        return bench(all.toArray(String[]::new));
    }

    private String file(String yaml) throws IOException {
        return Files.writeString(directory.resolve("mine.yaml"), yaml)
                .getFileName()
                .toString();
    }

    /** @param promised whether the transport promises the order of each key, or null to skip the check */
    private static JsonNode assertMeasured(BenchProcess bench, Boolean promised) throws Exception {
        bench.assertMeasured();
        JsonNode result = bench.resultJson();
        assertThat(result.at("/accounting/received").asInt()).isEqualTo(MESSAGES);
        assertThat(result.at("/accounting/outOfOrderByKey").isNumber()).isTrue();
        assertThat(result.at("/workloadSettings/keys/distribution").asText()).isEqualTo("zipf(1.1)");
        assertThat(result.at("/workloadSettings/headers").asText()).isEqualTo("3x32B");
        assertThat(bench.out()).containsPattern("out of order [\\d,]+ \\(by key \\d");
        if (promised != null) {
            assertThat(result.at("/forks/0/guarantees/orderedByKey").asBoolean())
                    .isEqualTo(promised);
        }
        assertThat(bench.leftBehind()).isEmpty();
        return result;
    }

    /** Both hops' messages have the key of their number, and the first key is the most frequent. */
    private static void assertKeysOf(List<Seen> all) {
        Map<Integer, Map<Long, String>> byHop =
                all.stream().collect(Collectors.groupingBy(Seen::hop, Collectors.toMap(Seen::id, Seen::key)));
        assertThat(byHop).containsOnlyKeys(1, 2);
        byHop.get(2)
                .forEach((id, key) -> assertThat(byHop.get(1).getOrDefault(id, key))
                        .as("the reply's to %d", id)
                        .isEqualTo(key));
        Map<String, Long> counts =
                byHop.get(1).values().stream().collect(Collectors.groupingBy(key -> key, Collectors.counting()));
        assertThat(counts)
                .hasSizeGreaterThan(20)
                .allSatisfy((key, count) -> assertThat(key).matches("k00000[0-4]\\d"));
        assertThat(counts.get("k0000000"))
                .as("1 in 4 of 900")
                .isEqualTo(counts.values().stream().max(Long::compare).orElseThrow());
    }

    @Test
    void shouldSendRecordsToThePartitionsOfTheirKeysWithHeaders() throws Exception {
        List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
        try (TransportServer broker = TransportServer.start(
                        YamlDocument.parse(
                                "kafka.yaml",
                                "transport: kafka\nclient: { security.protocol: PLAINTEXT }\nbrokerJvm: { heap: 256m, flags: -XX:TieredStopAtLevel=1 }\n"),
                        null);
                KafkaConsumer<String, byte[]> reader = new KafkaConsumer<>(
                        Map.of(
                                "bootstrap.servers", broker.address(),
                                "group.id", "beside",
                                "auto.offset.reset", "earliest",
                                "enable.auto.commit", "false",
                                "metadata.max.age.ms", "100"),
                        new StringDeserializer(),
                        new ByteArrayDeserializer())) {
            reader.subscribe(Pattern.compile("twohop-.*"));
            BenchProcess bench = bench(file("transport: kafka\nbroker: external\nbootstrap.servers: " + broker.address()
                    + "\npartitions: " + PARTITIONS + "\nconsumers: 2\nproducer: { acks: all, linger.ms: 0 }\n"));
            while (bench.isRunning()) {
                reader.poll(Duration.ofMillis(50)).forEach(records::add);
            }

            JsonNode result = assertMeasured(bench, true);
            assertThat(result.at("/accounting/outOfOrderByKey").asInt()).isZero();
            assertThat(bench.summary()).contains("at least once, in order by key; durability: ");
            Accounts.assertBalanced(result);
        }
        assertThat(records).as("topics are deleted with the run").hasSizeGreaterThan(MESSAGES);
        assertThat(records).allSatisfy(record -> {
            byte[] key = record.key().getBytes(US_ASCII);
            assertThat(record.partition()).isEqualTo(Utils.toPositive(Utils.murmur2(key)) % PARTITIONS);
            assertThat(record.headers())
                    .extracting(header -> header.key() + " " + header.value().length)
                    .containsExactly("header-1 32", "header-2 32", "header-3 32");
        });
        assertThat(records.stream().map(ConsumerRecord::partition).distinct()).hasSize(PARTITIONS);
        assertKeysOf(records.stream()
                .map(record -> Seen.of(record.topic(), record.key(), record.value()))
                .toList());
    }

    @Test
    void shouldSendToTheSubjectsOfTheKeysWithHeaders() throws Exception {
        assertSendsToTheSubjectsOfTheKeysWithHeaders("mode: jetstream", false);
    }

    @Tag("exhaustive")
    @Test
    void shouldSendToTheSubjectsOfTheKeysWithHeadersWithoutAStore() throws Exception {
        assertSendsToTheSubjectsOfTheKeysWithHeaders("mode: core", true);
    }

    /** With a service in a process of its own, which knows the key of a request by nothing but its number. */
    private void assertSendsToTheSubjectsOfTheKeysWithHeaders(String mode, boolean promised) throws Exception {
        Path place = Files.createDirectory(directory.resolve("server"));
        List<Message> messages = new ArrayList<>();
        try (TestServer server = new TestServer(place, "jetstream { store_dir: \"" + place.resolve("js") + "\" }\n")) {
            Connection user = Nats.connect(server.url());
            io.nats.client.Subscription all = user.subscribe("twohop.>");
            user.flush(Duration.ofSeconds(10));
            BenchProcess bench = bench(
                    "-Dservice.process=true",
                    file("transport: nats\nbroker: external\nurl: " + server.url() + "\n" + mode + "\n"));

            assertMeasured(bench, promised);
            for (int i = 0; i < 2 * MESSAGES; i++) {
                messages.add(all.nextMessage(Duration.ofSeconds(10)));
            }
            assertThat(all.getPendingMessageCount()).isZero();
            user.close();
        }
        assertThat(messages).allSatisfy(message -> {
            assertThat(message.getSubject()).matches("twohop\\.twohop-[\\w-]+-[12]\\.k00000[0-4]\\d");
            assertThat(message.getHeaders().keySet()).containsExactlyInAnyOrder("header-1", "header-2", "header-3");
            assertThat(message.getHeaders().get("header-2"))
                    .singleElement()
                    .asString()
                    .matches("[a-z0-9]{32}");
        });
        assertKeysOf(messages.stream()
                .map(message -> {
                    int dot = message.getSubject().lastIndexOf('.');
                    return Seen.of(
                            message.getSubject().substring(0, dot),
                            message.getSubject().substring(dot + 1),
                            message.getData());
                })
                .toList());
    }

    /** Keys and topics come from a file of arrivals; the service has its own process. */
    @Test
    void shouldSendWhatAFileSays() throws Exception {
        StringBuilder csv = new StringBuilder("ms,bytes,symbol,venue\n");
        for (int i = 0; i < 600; i++) {
            csv.append(5 * i).append(',').append(10 + i % 91).append(i % 3 == 0 ? ",B" : ",A");
            csv.append(i % 5 == 0 ? ",XETR\n" : ",XPAR\n");
        }
        Files.writeString(directory.resolve("ticks.csv"), csv);
        Files.writeString(
                directory.resolve("ticks.yaml"),
                "arrivals: {kind: replay, file: ticks.csv, unit: ms, size: bytes, key: symbol, topic: venue}\n"
                        + "topics: 2\nservice: {process: true}\n");
        Path place = Files.createDirectory(directory.resolve("server"));
        List<Message> messages = new ArrayList<>();
        try (TestServer server = new TestServer(place, "")) {
            Connection user = Nats.connect(server.url());
            io.nats.client.Subscription all = user.subscribe("twohop.>");
            user.flush(Duration.ofSeconds(10));
            BenchProcess bench = BenchProcess.jar(
                    directory,
                    "-Dworkload=ticks.yaml",
                    "-Dwarmup=500ms",
                    "-Dfloor=0s",
                    "-Ddrain=30s",
                    "-Didle=park",
                    BenchProcess.FIRST_COMPILER,
                    BenchProcess.ANY_RATE,
                    BenchProcess.UNRECORDED,
                    file("transport: nats\nbroker: external\nurl: " + server.url() + "\n"));

            bench.assertMeasured();
            assertThat(bench.summary()).contains("2 keys, the most frequent in 66.7 % of messages");
            JsonNode result = bench.resultJson();
            assertThat(result.at("/accounting/received").asInt()).isEqualTo(700);
            assertThat(result.at("/keys/count").asInt()).isEqualTo(2);
            assertThat(result.at("/forks/0/sizes/leastBytes").asInt()).isEqualTo(64 + 10);
            assertThat(result.at("/forks/0/sizes/mostBytes").asInt()).isEqualTo(64 + 100);
            for (int i = 0; i < 2 * 700; i++) {
                messages.add(all.nextMessage(Duration.ofSeconds(10)));
            }
            user.close();
        }
        for (String hop : List.of("-1.", "-2.")) {
            assertThat(messages.stream().filter(message -> message.getSubject().contains(hop)))
                    .hasSize(700)
                    .allSatisfy(message -> {
                        long sequence = ByteBuffer.wrap(message.getData())
                                .order(ByteOrder.nativeOrder())
                                .getLong(8);
                        // Warm-up takes the first half second of the file; the window starts at the beginning again.
                        int row = (int) (sequence < 100 ? sequence : sequence - 100);
                        assertThat(message.getSubject()).endsWith(row % 3 == 0 ? ".k0000000" : ".k0000001");
                        if (hop.equals("-1.")) {
                            assertThat(message.getSubject()).contains(hop + (row % 5 == 0 ? 0 : 1) + ".");
                        }
                        assertThat(message.getData()).hasSize(64 + 10 + row % 91);
                    });
        }
    }

    /** Publishers wait in these, for a transaction or for other servers; the conformance tests send keys in every mode. */
    @Tag("exhaustive")
    @ParameterizedTest
    @ValueSource(strings = {"kafka-exactly-once.yaml", "jetstream-r3.yaml", "jetstream-sync-publish.yaml"})
    void shouldMeasureShippedFiles(String transport) throws Exception {
        assertMeasured(shipped(transport, "-Dwarmup=2s", "-Dduration=1s"), null);
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @ValueSource(strings = {"kafka-acks0.yaml", "nats.yaml", "jetstream-memory.yaml"})
    void shouldMeasureSeveralTopicsOverOneHop(String transport) throws Exception {
        assertMeasured(shipped(transport, "-Dtopics=3", "-Dhops=1", "-Dproducers=2"), false);
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @CsvSource({"kafka.yaml, acks: all, true", "jetstream-memory.yaml, '', false"})
    void shouldMeasureByAgents(String transport, String producer, boolean promised) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("--agents", "local, load: 2, service: 2, server: 1"));
        if (!producer.isEmpty()) {
            arguments.add("-Dtransport.producer={" + producer + "}");
        }

        assertMeasured(shipped(transport, arguments.toArray(String[]::new)), promised);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "keys: {count: 10} | loopback.yaml | my.yaml:3:7: keys: {count: 10, distribution: uniform, seed: 1}"
                        + " (expected: none, since loopback has no keys; jms, kafka, nats, rabbitmq, redis and sqs have)",
                "headers: 2x10B | chronicle.yaml | my.yaml:3:10: headers: 2x10B (expected: none, since chronicle has no"
                        + " headers; jms, kafka, nats, rabbitmq, redis and sqs have)",
                "keys: {count: 0} | kafka.yaml | my.yaml:3:15: keys.count: 0 (expected: a whole number from 1 to"
                        + " 1,000,000, such as 10k)"
            })
    void shouldRefuseByTheirPlaceInTheFile(String line, String transport, String error) throws Exception {
        Path workload = Files.writeString(directory.resolve("my.yaml"), "rate: 300\nduration: 1s\n" + line + "\n");
        BenchCall bench = BenchCall.of(directory, "-Dworkload=" + workload, "nats.yaml", transport);

        assertThat(bench.exitCode()).as(bench.out()).isEqualTo(2);
        assertThat(bench.err()).contains(error);
        assertThat(directory.resolve("results")).doesNotExist();
    }
}
