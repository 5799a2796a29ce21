package io.twohop.cli.omb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.registry.TransportFile;
import io.twohop.registry.WorkloadFile;
import io.twohop.workload.Workload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("one-jdk")
class BridgeTest {
    private static final String PACKAGE = "driverClass: io.openmessaging.benchmark.driver.";
    private static final String KAFKA = PACKAGE + "kafka.KafkaBenchmarkDriver\n";
    private static final String CLUSTER = "commonConfig: |\n  bootstrap.servers=localhost:9092\n";

    /** A key to each line, so that tests can replace one. */
    private static final String WORKLOAD = """
            topics: 1
            partitionsPerTopic: 16
            messageSize: 1024
            useRandomizedPayloads: true
            randomBytesRatio: 0.5
            subscriptionsPerTopic: 1
            producersPerTopic: 2
            consumerPerSubscription: 4
            producerRate: 50000
            testDurationMinutes: 5
            """;

    @TempDir
    Path directory;

    @BeforeEach
    void writePayload() throws IOException {
        Files.createDirectories(directory.resolve("payload"));
        Files.writeString(directory.resolve("payload/small.data"), "x".repeat(100));
        Files.createDirectories(directory.resolve("workloads"));
    }

    private Bridge bridge(String workload, String driver, boolean embedded) throws IOException {
        Path theirs = Files.writeString(directory.resolve("workloads/w.yaml"), workload);
        return Bridge.of(theirs, Files.writeString(directory.resolve("d.yaml"), driver), embedded);
    }

    private Bridge ofWorkload(String workload) throws IOException {
        return bridge(workload, KAFKA + CLUSTER, false);
    }

    private Bridge ofDriver(String driver, boolean embedded) throws IOException {
        return bridge(WORKLOAD.replace("partitionsPerTopic: 16", "partitionsPerTopic: 1"), driver, embedded);
    }

    /** Replaces or adds lines of the workload, separated by semicolons. */
    private static String with(String lines) {
        String workload = WORKLOAD;
        for (String line : lines.split("; *")) {
            String key = line.substring(0, line.indexOf(':'));
            workload = workload.contains(key + ":")
                    ? workload.replaceFirst("(?m)^" + key + ":.*$", line)
                    : workload + line + "\n";
        }
        return workload;
    }

    private static String table(Bridge bridge) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bridge.print(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return bytes.toString(StandardCharsets.UTF_8);
    }

    /** Returns the row of a key without the spaces between its columns. */
    private static String row(Bridge bridge, String key) {
        return table(bridge)
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith(key + "  "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(key + " is not in\n" + table(bridge)))
                .replaceAll("  +", "|");
    }

    /** The public fields of {@code Workload} in OpenMessaging Benchmark at 85599891 and in Redpanda's fork at ab5d11cb. */
    @Test
    void shouldKnowEveryKeyOfBothForks() {
        assertThat(Arrays.stream(WorkloadKey.values()).map(WorkloadKey::key))
                .containsExactlyInAnyOrder(
                        "name",
                        "topics",
                        "partitionsPerTopic",
                        "keyDistributor",
                        "messageSize",
                        "useRandomizedPayloads",
                        "randomBytesRatio",
                        "randomizedPayloadPoolSize",
                        "payloadFile",
                        "subscriptionsPerTopic",
                        "producersPerTopic",
                        "consumerPerSubscription",
                        "producerRate",
                        "consumerBacklogSizeGB",
                        "backlogDrainRatio",
                        "testDurationMinutes",
                        "warmupDurationMinutes",
                        "existingTopicList",
                        "existingProduceTopicList",
                        "existingConsumeTopicList",
                        "sampleRateMillis");
    }

    @Test
    void shouldGiveEachKeyOfAFileOneRow() throws IOException {
        String all = with("name: mine; keyDistributor: NO_KEY; randomizedPayloadPoolSize: 100; payloadFile: no.data;"
                + " consumerBacklogSizeGB: 0; backlogDrainRatio: 1.0; warmupDurationMinutes: 1; existingTopicList: [];"
                + " existingProduceTopicList: []; existingConsumeTopicList: []; sampleRateMillis: 1000");

        Bridge bridge = ofWorkload(all);

        bridge.check();
        for (WorkloadKey key : WorkloadKey.values()) {
            assertThat(table(bridge).lines().filter(line -> line.startsWith("  " + key.key() + " ")))
                    .as(key.key())
                    .hasSize(1);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "name: mine                             @ name|mine|mapped|description: mine",
                "topics: 3                              @ topics|3|mapped|topics: 3",
                "topics: 300000                         @ topics|300000|approximated|topics: 10000|the most of this",
                "partitionsPerTopic: 8                  @ partitionsPerTopic|8|mapped|partitions: 8",
                "producerRate: 9999999                  @ producerRate|9999999|mapped|rate: 9999999",
                "producerRate: 0                        @ producerRate|0|approximated|mode: throughput|0 has the rate",
                "producerRate: 10000000                 @ producerRate|10000000|approximated|mode: throughput|a rate that",
                "messageSize: 1024                      @ messageSize|1024|mapped|size: 960|behind the trace header of 64",
                "messageSize: 64                        @ messageSize|64|approximated|size: 1|behind the trace header",
                "randomBytesRatio: 0.5                  @ randomBytesRatio|0.5|mapped|compressible: 0.5333",
                "randomBytesRatio: 1.0                  @ randomBytesRatio|1|mapped|compressible: 0|",
                "randomBytesRatio: 0                    @ randomBytesRatio|0|approximated|compressible: 1|zeros of 960 bytes",
                "randomizedPayloadPoolSize: 100         @ randomizedPayloadPoolSize|100|approximated|-|",
                "payloadFile: any.data                  @ payloadFile|any.data|no effect|-|useRandomizedPayloads",
                "keyDistributor: NO_KEY                 @ keyDistributor|NO_KEY|approximated|-|producers take partitions in",
                "partitionsPerTopic: 1                  @ keyDistributor|NO_KEY|no effect",
                "keyDistributor: KEY_ROUND_ROBIN        @ keyDistributor|KEY_ROUND_ROBIN|approximated|keys: {count:10000}",
                "keyDistributor: RANDOM_NANO            @ keyDistributor|RANDOM_NANO|approximated|keys: {count:10000}",
                "subscriptionsPerTopic: 3               @ subscriptionsPerTopic|3|mapped|subscribers: 3",
                "subscriptionsPerTopic: 0               @ subscriptionsPerTopic|0|approximated|subscribers: 1",
                "subscriptionsPerTopic: 3; producerRate: 0 @ subscriptionsPerTopic|3|approximated|subscribers: 1|a closed",
                "producersPerTopic: 2                   @ producersPerTopic|2|mapped|producers: 2",
                "producersPerTopic: 100                 @ producersPerTopic|100|approximated|producers: 64|",
                "topics: 10                             @ producersPerTopic|2|approximated|producers: 2|each sends to",
                "consumerPerSubscription: 16            @ consumerPerSubscription|16|mapped|consumers: 16",
                "consumerPerSubscription: 17            @ consumerPerSubscription|17|approximated|consumers: 16|one for each",
                "consumerPerSubscription: 0             @ consumerPerSubscription|0|approximated|consumers: 1",
                "consumerBacklogSizeGB: 0               @ consumerBacklogSizeGB|0|no effect",
                "consumerBacklogSizeGB: 1; producerRate: 1000; messageSize: 100000"
                        + " @ consumerBacklogSizeGB|1|mapped|backlog: {messages:10737,at:10s}",
                "consumerBacklogSizeGB: 1; producerRate: 1000; messageSize: 100000"
                        + " @ testDurationMinutes|5|approximated|duration: 321s|10 s before the backlog, 11 s to build",
                "consumerBacklogSizeGB: 512             @ consumerBacklogSizeGB|512|approximated|backlog: {messages:800000",
                "consumerBacklogSizeGB: 512             @ testDurationMinutes|5|approximated|duration: 36s|",
                "consumerBacklogSizeGB: 512             @ warmupDurationMinutes|1|approximated|warmup: 4s|",
                "consumerBacklogSizeGB: 512; producerRate: 200000 @ testDurationMinutes|5|approximated|duration: 9s|",
                "consumerBacklogSizeGB: 1; backlogDrainRatio: 0.9 @ backlogDrainRatio|0.9|approximated|-|a backlog has",
                "backlogDrainRatio: 0.9                 @ backlogDrainRatio|0.9|no effect|-|without a backlog",
                "testDurationMinutes: 15                @ testDurationMinutes|15|mapped|duration: 15m",
                "producerRate: 1                        @ warmupDurationMinutes|1|mapped|warmup: 1m|the default",
                "warmupDurationMinutes: 0               @ warmupDurationMinutes|0|mapped|warmup: 0m",
                "warmupDurationMinutes: 90              @ warmupDurationMinutes|90|approximated|warmup: 60m",
                "sampleRateMillis: 1000                 @ sampleRateMillis|1000|no effect",
                "existingTopicList: []                  @ existingTopicList|[]|no effect"
            })
    void shouldTreatAKeyOfAWorkload(String lines, String expected) throws IOException {
        Bridge bridge = ofWorkload(with(lines.strip()));

        bridge.check();
        assertThat(row(bridge, expected.strip().substring(0, expected.strip().indexOf('|'))))
                .startsWith(expected.strip());
        Workload ours = WorkloadFile.read(bridge.workload());
        assertThat(ours.hops()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "topics: 0                      @ w.yaml:1:9: topics: 0 (expected: at least 1)",
                "topics: -1                     @ w.yaml:1:9: topics: -1 (expected: 0 or more)",
                "topics: many                   @ w.yaml:1:9: topics: many (expected: ",
                "topicz: 1                      @ w.yaml:11:1: topicz: unknown key",
                "messageSize: 0                 @ w.yaml:3:14: messageSize: 0 (expected: at least 1 byte)",
                "randomBytesRatio: 1.5          @ w.yaml:5:19: randomBytesRatio: 1.5 (expected: a share from 0 to 1)",
                "keyDistributor: BY_HAND        @ w.yaml:11:17: keyDistributor: BY_HAND (expected: NO_KEY, KEY_ROUND_ROBIN or",
                "producersPerTopic: 0           @ w.yaml:7:20: producersPerTopic: 0 (expected: at least 1)",
                "testDurationMinutes: 0         @ w.yaml:10:22: testDurationMinutes: 0 (expected: at least 1: a run has an end)",
                "testDurationMinutes: 100000    @ w.yaml:10:22: duration: 100000m (expected: ",
                "consumerBacklogSizeGB: 1; producerRate: 0 @ w.yaml:9:15: producerRate: 0 (expected: a rate from 1 to 9,999,999",
                "consumerBacklogSizeGB: 1; producerRate: 400001 @ w.yaml:9:15: producerRate: 400001 (expected: at most 400,000",
                "existingTopicList: [mine]      @ w.yaml:11:20: existingTopicList: [mine] (expected: topics: a run creates",
                "useRandomizedPayloads: false   @ w.yaml:1:1: payloadFile: '' (expected: a file with the payload, or",
                "useRandomizedPayloads: false; payloadFile: no.data @ w.yaml:11:14: payloadFile: no.data (expected: a file in",
                "useRandomizedPayloads: false; payloadFile: payload/small.data @ w.yaml:3:14: messageSize: 1024 (expected: 100,",
                "driverClass: x                 @ w.yaml:11:14: driverClass: in the first file (expected: a workload first"
            })
    void shouldRefuseAKeyOfAWorkloadWithItsPlace(String lines, String expected) {
        assertThatThrownBy(() -> {
                    Bridge bridge = ofWorkload(with(lines.strip()));
                    bridge.check();
                    WorkloadFile.read(bridge.workload());
                })
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(expected.strip());
    }

    @Test
    void shouldSendThePayloadOfAFileBesideTheFolderOfWorkloads() throws IOException {
        Bridge bridge =
                ofWorkload(with("useRandomizedPayloads: false; payloadFile: payload/small.data; messageSize: 100"));

        bridge.check();
        assertThat(row(bridge, "payloadFile"))
                .contains("|mapped|event: {file:")
                .endsWith("small.data}|its bytes unchanged");
        assertThat(row(bridge, "messageSize"))
                .startsWith("messageSize|100|approximated|-|")
                .endsWith(": 164 in all");
        assertThat(WorkloadFile.read(bridge.workload()).event().file()).hasFileName("small.data");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "# nothing\n", "just a text\n"})
    void shouldRefuseAFileWithoutKeys(String text) {
        assertThatThrownBy(() -> ofWorkload(text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("w.yaml");
        assertThatThrownBy(() -> bridge(WORKLOAD, text, false))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("d.yaml");
    }

    @Test
    void shouldReadLinesOfWindowsAndAByteOrderMark() throws IOException {
        String driver = KAFKA + CLUSTER + "producerConfig: |\n  acks=all\n  linger.ms=1\n";

        Bridge bridge =
                bridge("\ufeff" + WORKLOAD.replace("\n", "\r\n"), "\ufeff" + driver.replace("\n", "\r\n"), false);

        bridge.check();
        assertThat(row(bridge, "producerConfig: linger.ms")).startsWith("producerConfig: linger.ms|1|mapped");
        TransportFile.of(bridge.transport()).checkNames();
    }

    @Test
    void shouldHandOnThePropertiesOfKafkaUnchanged() throws IOException {
        String driver = """
                name: Kafka
                replicationFactor: 3
                topicConfig: |
                  min.insync.replicas=2
                commonConfig: |
                  bootstrap.servers=one:9092,two:9092
                  request.timeout.ms=120000
                producerConfig: |
                  acks=all
                  linger.ms=1
                  client.id=mine
                consumerConfig: |
                  auto.offset.reset=earliest
                  enable.auto.commit=false
                  group.id=benchGroup
                """ + KAFKA;

        Bridge bridge = bridge(WORKLOAD, driver, false);

        bridge.check();
        assertThat(bridge.transport().toTree().toString())
                .isEqualTo(
                        "{\"description\":\"Kafka\",\"transport\":\"kafka\",\"broker\":\"external\",\"replication\":\"3\","
                                + "\"bootstrap\":{\"servers\":\"one:9092,two:9092\"},\"client\":{\"request.timeout.ms\":\"120000\"},"
                                + "\"producer\":{\"acks\":\"all\",\"linger.ms\":\"1\"},"
                                + "\"consumer\":{\"auto.offset.reset\":\"earliest\",\"enable.auto.commit\":\"false\"},"
                                + "\"topic\":{\"min.insync.replicas\":\"2\"}}");
        assertThat(row(bridge, "consumerConfig: group.id")).contains("|no effect|");
        assertThat(row(bridge, "producerConfig: client.id")).contains("|no effect|");
        assertThat(TransportFile.of(bridge.transport()).isForeign()).isTrue();
    }

    @Test
    void shouldStartBrokersOfTheRunInsteadOfTheNamedOnes() throws IOException {
        String driver = KAFKA + "replicationFactor: 3\ncommonConfig: |\n  bootstrap.servers=one:9092\n"
                + "  security.protocol=SASL_SSL\n";

        Bridge bridge = bridge(WORKLOAD, driver, true);

        bridge.check();
        assertThat(bridge.transport().toTree().toString())
                .isEqualTo("{\"transport\":\"kafka\",\"broker\":\"embedded\",\"nodes\":\"3\",\"replication\":\"3\"}");
        assertThat(row(bridge, "commonConfig: bootstrap.servers")).contains("|no effect|-|--embedded");
        assertThat(row(bridge, "commonConfig: security.protocol")).contains("|no effect|-|--embedded");
        assertThat(TransportFile.of(bridge.transport()).isForeign()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "redpanda.RedpandaBenchmarkDriver       @ reset: true               @ reset|true|no effect|-|true deletes",
                "redpanda.swarm.RedpandaBenchmarkDriver @ reset: false              @ reset|false|no effect",
                "kafka.KafkaBenchmarkDriver             @ replicationFactor: -1     @ replicationFactor|-1|approximated|replication: 1",
                "kafka.KafkaBenchmarkDriver             @ producerConfig: partitioner.class=my.Own @ producerConfig: partitioner.class|my.Own|approximated|-|"
            })
    void shouldTreatAKeyOfAKafkaDriver(String driver, String line, String expected) throws IOException {
        Bridge bridge = ofDriver(PACKAGE + driver.strip() + "\n" + CLUSTER + line.strip() + "\n", false);

        bridge.check();
        assertThat(row(bridge, expected.strip().substring(0, expected.strip().indexOf('|'))))
                .startsWith(expected.strip());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "requestsPerTransaction: 2                         @ d.yaml:4:25: requestsPerTransaction: 2 (expected: a driver without",
                "producerConfig: transactional.id=mine             @ d.yaml:4:17: producerConfig: producerConfig: transactional.id",
                "producerConfig: linger.mz=1                       @ d.yaml:4:17: producer.linger.mz: linger.mz (expected: a producer",
                "producerConfig: acks=some                         @ d.yaml:4:17: producer.acks: some (expected: a value that Kafka",
                "producerConfig: 'client.rack=${file:/x}'          @ d.yaml:4: producerConfig: ${...} (expected: the value itself",
                "producerConfig: 'a=\\u12'                         @ d.yaml:4:17: producerConfig: \\u without four digits (expected",
                "replicationFaktor: 3                              @ d.yaml:4:1: replicationFaktor: unknown key"
            })
    void shouldRefuseAKeyOfAKafkaDriverWithItsPlace(String line, String expected) {
        assertThatThrownBy(() -> {
                    Bridge bridge = ofDriver(KAFKA + CLUSTER + line.strip() + "\n", false);
                    bridge.check();
                    TransportFile.of(bridge.transport()).checkNames();
                })
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(expected.strip());
    }

    @Test
    void shouldAskForServersThatADriversFileDoesNotName() {
        assertThatThrownBy(() -> ofDriver(KAFKA + "commonConfig: ''\n", false).check())
                .hasMessageContaining(
                        "d.yaml:2:15: commonConfig: without bootstrap.servers (expected: bootstrap.servers=host:port")
                .hasMessageContaining("--embedded");
        assertThatThrownBy(() ->
                        ofDriver(PACKAGE + "nats.NatsBenchmarkDriver\n", false).check())
                .hasMessageContaining("d.yaml:1:1: natsHostUrl: absent (expected: the server's address, or --embedded");
    }

    /** Ours, without and with servers of the run. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nats.NatsBenchmarkDriver | natsHostUrl: localhost:4222; replicationFactor: 3; storageType: Memory; maxBytes: 1000"
                        + " | {transport:nats,mode:jetstream,consumer:push,publish:async,maxInFlight:1000,broker:external,url:nats://localhost:4222,replicas:3,storage:memory,stream:{max_bytes:1000}}"
                        + " | {transport:nats,mode:jetstream,consumer:push,publish:async,maxInFlight:1000,broker:embedded,nodes:3,replicas:3,storage:memory,stream:{max_bytes:1000}}",
                "nats.NatsBenchmarkDriver | natsHostUrl: tls://one:4222; replicationFactor: 2; maxBytes: -1"
                        + " | {transport:nats,mode:jetstream,consumer:push,publish:async,maxInFlight:1000,broker:external,url:tls://one:4222,replicas:3,storage:file}"
                        + " | {transport:nats,mode:jetstream,consumer:push,publish:async,maxInFlight:1000,broker:embedded,nodes:3,replicas:3,storage:file}",
                "rabbitmq.RabbitMqBenchmarkDriver | amqpUris: ['amqp://localhost']; queueType: QUORUM; messagePersistence: false; producerCreationDelay: 100"
                        + " | {transport:rabbitmq,broker:external,url:amqp://localhost,queue:quorum}"
                        + " | {transport:rabbitmq,broker:embedded,queue:quorum}",
                "rabbitmq.RabbitMqBenchmarkDriver | amqpUris: ['amqp://me:hunter22@one/v', 'amqp://two']; messagePersistence: true"
                        + " | {transport:rabbitmq,broker:external,url:amqp://one/v,user:me,password:hunter22,queue:classic}"
                        + " | {transport:rabbitmq,broker:embedded,queue:classic}",
                "rabbitmq.RabbitMqBenchmarkDriver | amqpUris: ['amqp://one']"
                        + " | {transport:rabbitmq,broker:external,url:amqp://one,queue:transient}"
                        + " | {transport:rabbitmq,broker:embedded,queue:transient}",
                "redis.RedisBenchmarkDriver | redisPort: 6380; redisHost: 127.0.0.1; redisPass: hunter22; jedisPoolMaxTotal: 8; jedisPoolMaxIdle: 8"
                        + " | {transport:redis,url:redis://127.0.0.1:6380,broker:external,user:default,password:hunter22,mode:streams,maxInFlight:1}"
                        + " | {transport:redis,broker:embedded,mode:streams,maxInFlight:1}",
                "redis.RedisBenchmarkDriver | redisHost: one; redisUser: me; redisPass: hunter22"
                        + " | {transport:redis,broker:external,url:redis://one:6379,user:me,password:hunter22,mode:streams,maxInFlight:1}"
                        + " | {transport:redis,broker:embedded,mode:streams,maxInFlight:1}",
                "redis.RedisBenchmarkDriver | redisHost: one; redisUser: me"
                        + " | {transport:redis,broker:external,url:redis://one:6379,mode:streams,maxInFlight:1}"
                        + " | {transport:redis,broker:embedded,mode:streams,maxInFlight:1}",
                "artemis.ArtemisBenchmarkDriver | brokerAddress: tcp://localhost:61616"
                        + " | {transport:jms,broker:external,connectionFactory:org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory,setters:{brokerURL:tcp://localhost:61616},publish:async,persistent:true,acknowledge:client}"
                        + " | {transport:jms,broker:embedded,provider:artemis,publish:async,persistent:true,acknowledge:client}",
                "jms.JMSBenchmarkDriver | connectionFactoryClassName: org.apache.activemq.ActiveMQConnectionFactory; connectionFactoryConfigurationParam: tcp://one:61616; use20api: false; sendWithTransactions: false; topicNamePrefix: a; delegateForAdminOperationsClassName: ''"
                        + " | {transport:jms,connectionFactory:org.apache.activemq.ActiveMQConnectionFactory,broker:external,setters:{brokerURL:tcp://one:61616},persistent:true,acknowledge:client,publish:sync}"
                        + " | {transport:jms,provider:classic,broker:embedded,persistent:true,acknowledge:client,publish:sync}"
            })
    void shouldTranslateADriversFile(String driver, String lines, String external, String embedded) throws IOException {
        String file = PACKAGE + driver.strip() + "\n" + lines.strip().replaceAll("; *", "\n") + "\n";

        for (boolean isEmbedded : List.of(false, true)) {
            Bridge bridge = ofDriver(file, isEmbedded);

            bridge.check();
            assertThat(bridge.transport().toTree().toString().replace("\"", ""))
                    .isEqualTo((isEmbedded ? embedded : external).strip());
            TransportFile ours = TransportFile.of(bridge.transport());
            ours.checkNames();
            assertThat(ours.isForeign()).isEqualTo(!isEmbedded);
            for (String line : lines.strip().split("; *")) {
                String key = line.substring(0, line.indexOf(':'));
                assertThat(table(bridge)).containsPattern("\n  " + key + "[: ]");
            }
            assertThat(table(bridge) + bridge.transportText()).doesNotContain("hunter22");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            value = {
                "pulsar.PulsarBenchmarkDriver       @ a: 1                 @ d.yaml:1:14: driverClass: io.openmessaging.benchmark.driver.pulsar",
                "pulsar.PulsarBenchmarkDriver       @ a: 1                 @ there is no transport for Apache Pulsar",
                "bookkeeper.DlogBenchmarkDriver     @ a: 1                 @ there is no transport for Apache BookKeeper",
                "kop.KopBenchmarkDriver             @ a: 1                 @ there is no transport for Kafka on Pulsar",
                "mqtt5.MqttBenchmarkDriver          @ a: 1                 @ there is no transport for MQTT 5",
                "nsq.NsqBenchmarkDriver             @ a: 1                 @ there is no transport for NSQ",
                "pravega.PravegaBenchmarkDriver     @ a: 1                 @ there is no transport for Pravega",
                "rocketmq.RocketMQBenchmarkDriver   @ a: 1                 @ there is no transport for Apache RocketMQ",
                "mine.MyDriver                      @ a: 1                 @ (expected: one of the drivers for Kafka, Redpanda,",
                "nats.NatsBenchmarkDriver           @ natsHostUrl: a; storageType: Disk @ d.yaml:3:14: storageType: Disk (expected: File",
                "natsStreaming.NatsStreamingBenchmarkDriver @ natsHostUrl: nats://a:1   @ (expected: transport nats-streaming on --classpath",
                "rabbitmq.RabbitMqBenchmarkDriver   @ amqpUris: ['amqp://a']; queueType: STREAM @ d.yaml:3:12: queueType: STREAM (expected: CLASSIC or",
                "rabbitmq.RabbitMqBenchmarkDriver   @ amqpUris: ['amqp://a b']          @ d.yaml:2:11: amqpUris: amqp://a b (expected: a URL such as",
                "jms.JMSBenchmarkDriver             @ connectionFactoryClassName: a.B   @ d.yaml:2:29: connectionFactoryClassName: a.B (expected: the",
                "jms.JMSBenchmarkDriver             @ connectionFactoryClassName: org.apache.activemq.ActiveMQConnectionFactory; delegateForAdminOperationsClassName: a @ d.yaml:3:38: delegateForAdminOperationsClassName: a",
                "jms.JMSBenchmarkDriver             @ connectionFactoryClassName: org.apache.activemq.ActiveMQConnectionFactory; sendWithTransactions: true @ d.yaml:1:1: connectionFactoryConfigurationParam: absent",
                "artemis.ArtemisBenchmarkDriver     @ brokerAdress: a                   @ d.yaml:2:1: brokerAdress: unknown key"
            })
    void shouldRefuseADriversFileWithItsPlace(String driver, String lines, String expected) {
        String file = PACKAGE + driver.strip() + "\n" + lines.strip().replaceAll("; *", "\n") + "\n";

        assertThatThrownBy(() -> ofDriver(file, false).check())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(expected.strip());
    }

    @ParameterizedTest
    @CsvSource({
        "sendWithTransactions: true, sendWithTransactions: true (expected: false",
        "messageSelector: a = 1, messageSelector: a = 1 (expected: no selector",
        "'properties: [{name: a, value: b}]', d.yaml:3:13: properties: a list (expected: no properties"
    })
    void shouldRefuseWhatJmsWouldLeaveOut(String line, String expected) {
        String file = PACKAGE + "jms.JMSBenchmarkDriver\nconnectionFactoryClassName:"
                + " org.apache.activemq.ActiveMQConnectionFactory\n" + line + "\n";

        assertThatThrownBy(() -> ofDriver(file, true).check()).hasMessageContaining(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"rabbitmq.RabbitMqBenchmarkDriver", "artemis.ArtemisBenchmarkDriver"})
    void shouldRefusePartitionsThatADriverRefuses(String driver) {
        assertThatThrownBy(() -> bridge(WORKLOAD, PACKAGE + driver + "\n", true).check())
                .hasMessageContaining("w.yaml:2:21: partitionsPerTopic: 16 (expected: 1, as this driver demands)");
    }

    @Test
    void shouldLeaveOutKeysThatADriverDoesNotUse() throws IOException {
        Bridge bridge = bridge(with("keyDistributor: KEY_ROUND_ROBIN"), PACKAGE + "nats.NatsBenchmarkDriver\n", true);

        bridge.check();
        assertThat(row(bridge, "keyDistributor")).startsWith("keyDistributor|KEY_ROUND_ROBIN|no effect");
        assertThat(row(bridge, "partitionsPerTopic")).startsWith("partitionsPerTopic|16|no effect");
        assertThat(bridge.workload().keys()).doesNotContain("keys", "partitions");
    }

    @Test
    void shouldPutNoSecretIntoTablesAndWrittenFiles() throws IOException {
        String driver = KAFKA + """
                commonConfig: |
                  bootstrap.servers=one:9092
                  sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required username="u" password="hunter22";
                  ssl.key.password=hunter22
                """;

        Bridge bridge = ofDriver(driver, false);

        assertThat(bridge.transport().toTree().toString()).contains("hunter22");
        assertThat(table(bridge)).doesNotContain("hunter22").contains("ssl.key.password: <redacted>");
        assertThat(bridge.transportText())
                .doesNotContain("hunter22")
                .contains(
                        "ssl.key.password: ${env:OMB_SSL_KEY_PASSWORD}",
                        "sasl.jaas.config: ${env:OMB_SASL_JAAS_CONFIG}")
                .contains("; set the environment variable");
    }

    @Test
    void shouldNotShowABlockThatHasAReferenceBesideASecret() {
        String driver = KAFKA + CLUSTER + "  ssl.key.password=hunter22\n  client.rack=${env:HOME}\n";

        assertThatThrownBy(() -> ofDriver(driver, false))
                .hasMessageContaining("d.yaml:2: commonConfig: ${...} (expected: the value itself")
                .hasMessageNotContaining("hunter22");
    }

    @Test
    void shouldWriteFilesThatReadBackTheSame() throws IOException {
        Bridge bridge = bridge(
                with("name: 'a: #b'; producerRate: 0; sampleRateMillis: 5"),
                KAFKA + CLUSTER + "producerConfig: |\n  acks=all\n  linger.ms=1\n",
                true);

        List<Path> files = bridge.write(directory.resolve("ours"));

        assertThat(files)
                .extracting(file -> file.getFileName().toString())
                .containsExactly("w-workload.yaml", "d-transport.yaml");
        assertThat(io.twohop.config.YamlDocument.read(files.get(0)).toTree())
                .isEqualTo(bridge.workload().toTree());
        assertThat(io.twohop.config.YamlDocument.read(files.get(1)).toTree())
                .isEqualTo(bridge.transport().toTree());
        assertThat(Files.readString(files.get(0)))
                .containsPattern(
                        "# producerRate: 0, approximated: 0 has the rate searched for.*\n(#.*\n)*mode: throughput\n")
                .containsPattern(
                        "# Without a key here:\n(#.*\n)*# sampleRateMillis: 5, no effect: a run reports every second\n");
        assertThat(Files.readString(files.get(1)))
                .contains("# producerConfig: linger.ms: 1, mapped\n", "linger.ms: 1\n");
        bridge.write(directory.resolve("ours"));
    }

    @Test
    void shouldOverwriteNoOtherFile() throws IOException {
        Path mine = Files.writeString(directory.resolve("d-transport.yaml"), "transport: kafka\n");

        assertThatThrownBy(() -> ofWorkload(WORKLOAD).write(directory))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(
                        "--print: " + mine + " (expected: a directory without another file of this name)");
        assertThat(mine).hasContent("transport: kafka");
        assertThat(directory.resolve("w-workload.yaml")).doesNotExist();
    }
}
