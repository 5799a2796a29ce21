package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.YamlDocument;
import io.twohop.registry.TransportFile;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.kit.Broker;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import javax.security.auth.login.AppConfigurationEntry;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.security.JaasContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaConfigTest {
    private static KafkaConfig read(String yaml) {
        return YamlDocument.parse("my.yaml", yaml).bind(KafkaConfig.class);
    }

    private static KafkaConfig shipped(String file) throws Exception {
        try (InputStream in = KafkaConfigTest.class.getResourceAsStream("/" + file)) {
            return YamlDocument.parse(file, new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .without(Set.of("description", "transport", "codec"))
                    .bind(KafkaConfig.class);
        }
    }

    @Test
    void shouldStartABrokerOfItsOwnByDefault() {
        KafkaConfig config = read("partitions: 2");

        assertThat(config.brokers().broker()).isEqualTo(Broker.EMBEDDED);
        assertThat(config.brokers().nodes()).isEqualTo(1);
        assertThat(config.consumers()).isEqualTo(1);
        assertThat(config.replication()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"qF6a\" ' b", "qF6c\\ \\n d", "qF6e\nqF6f\r\ng"})
    void shouldHandAnyPasswordToKafkasLogin(String password, @TempDir Path directory) throws Exception {
        Path file = Files.writeString(directory.resolve("password"), password);
        KafkaConfig config = read("""
                broker: external
                bootstrap.servers: one:9092
                client:
                  sasl.jaas.config: >-
                    org.apache.kafka.common.security.plain.PlainLoginModule required username="bench"
                    password="${file:%s}";
                """.formatted(file));

        AppConfigurationEntry entry = JaasContext.loadClientContext(Map.of(
                        SaslConfigs.SASL_JAAS_CONFIG,
                        new Password(config.properties().client().get(SaslConfigs.SASL_JAAS_CONFIG))))
                .configurationEntries()
                .get(0);
        assertThat(entry.getOptions().get("password")).isEqualTo(password);
    }

    @Test
    void shouldHideWhatKafkaDoesNotKnowOrCallsAPassword() {
        TransportFile file = TransportFile.of(YamlDocument.parse("my.yaml", """
                transport: kafka
                broker: external
                bootstrap.servers: one:9092
                checkProperties: false
                showProperties: [my.vendor.flag]
                client:
                  basic.auth.user.info: hunter2
                  my: { vendor: { pwd: hunter2, flag: shown } }
                  ssl.keystore.certificate.chain: hunter2
                  security.protocol: SASL_SSL
                producer: { acks: all, vendor.producer: hunter2 }
                topic: { retention.ms: 60000, vendor.topic: hunter2 }
                """));

        assertThat(file.shown().toString())
                .doesNotContain("hunter2")
                .contains("shown", "SASL_SSL", "\"acks\":\"all\"", "60000", "one:9092");
    }

    @Test
    void shouldTakePropertiesAsKafkaNamesThem() {
        KafkaConfig config = read("""
                broker: external
                bootstrap.servers: one:9092,two:9092
                client: { security.protocol: SASL_SSL }
                producer: { linger.ms: 5, acks: all }
                consumer:
                  fetch.min.bytes: 1
                topic: { retention.ms: 60000 }
                """);

        assertThat(config.brokers().bootstrapServers()).isEqualTo("one:9092,two:9092");
        assertThat(config.properties().client()).containsEntry("security.protocol", "SASL_SSL");
        assertThat(config.properties().producer())
                .containsEntry("linger.ms", "5")
                .containsEntry("acks", "all");
        assertThat(config.properties().consumer()).containsEntry("fetch.min.bytes", "1");
        assertThat(config.properties().topic()).containsEntry("retention.ms", "60000");
    }

    @Test
    void shouldNameTheAddressesOfAnExternalClusterOnly() {
        KafkaProvider provider = new KafkaProvider();

        assertThat(provider.addresses(read("broker: external\nbootstrap.servers: one:9092, two:9092")))
                .containsExactly("one:9092", "two:9092");
        assertThat(provider.addresses(read("nodes: 1"))).isEmpty();
    }

    @Test
    void shouldTakeOverridesOfNamesWithDots() {
        KafkaConfig config = YamlDocument.parse("my.yaml", "producer: { linger.ms: 1 }")
                .with("broker", "external", "-Dbroker=external")
                .with("bootstrap.servers", "here:1", "-Dbootstrap.servers=here:1")
                .with("producer.linger.ms", "7", "-Dproducer.linger.ms=7")
                .with("producer.batch.size", "100", "-Dproducer.batch.size=100")
                .bind(KafkaConfig.class);

        assertThat(config.brokers().bootstrapServers()).isEqualTo("here:1");
        assertThat(config.properties().producer())
                .containsEntry("linger.ms", "7")
                .containsEntry("batch.size", "100");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "producer: { lingr.ms: 1 }      | my.yaml:1:23: producer.lingr.ms: lingr.ms (expected: a producer property"
                        + " that Kafka knows, or checkProperties: false; did you mean 'linger.ms'?)",
                "consumer: { fetch.min.byte: 1 } | did you mean 'fetch.min.bytes'?",
                "topic: { retention.m: 1 }      | did you mean 'retention.ms'?",
                "client: { security.protocl: SSL } | did you mean 'security.protocol'?",
                "producer: { linger.ms: fast }  | producer.linger.ms: fast (expected: a value that Kafka takes (long)",
                "producer: { linger.ms: -1 }    | producer.linger.ms: -1 (expected: a value that Kafka takes (long)",
                "producer: { acks: 2 }          | producer.acks: 2 (expected: a value that Kafka takes (string)",
                "consumer: { group.id: mine }   | consumer.group.id: mine (expected: absent: the bench sets it)",
                "client: { bootstrap.servers: x } | client.bootstrap.servers: x (expected: absent: the bench sets it)",
                "bootstrap.servers: here:1      | add broker: external to use this one",
                "broker: external               | bootstrap.servers: missing (expected: host:port",
                "{broker: external, bootstrap.servers: nohost} | bootstrap.servers: nohost (expected: host:port",
                "{broker: external, bootstrap.servers: 'a:1,b:70000'} | bootstrap.servers: b:70000 (expected: host:port",
                "nodes: 2                       | nodes: 2 (expected: 1 or 3)",
                "replication: 2                 | replication: 2 (expected: at most 1, the number of nodes)",
                "partitions: 0                  | partitions: 0 (expected: a whole number from 1 to 10000)",
                "consumers: 2                   | consumers: 2 (expected: at most 1, the number of partitions",
                "brokerJvm: { heap: lots }      | brokerJvm.heap: lots (expected: 8m to 16t",
            })
    void shouldRefuseWhatCannotWork(String yaml, String error) {
        assertThatThrownBy(() -> read(yaml)).hasMessageContaining(error.strip()).hasMessageStartingWith("my.yaml:1:");
    }

    @Test
    void shouldPassUnknownPropertiesOnWhenToldTo() {
        KafkaConfig config = read("checkProperties: false\nproducer: { vendor.special: 1 }");

        assertThat(config.properties().producer()).containsEntry("vendor.special", "1");
    }

    @Test
    void shouldNotShowASecretInAnError() {
        assertThatThrownBy(() -> read("client: { ssl.keystore.pasword: hunter2 }"))
                .hasMessageNotContaining("hunter2")
                .hasMessageContaining("did you mean 'ssl.keystore.password'?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "kafka.yaml",
                "kafka-latency.yaml",
                "kafka-acks0.yaml",
                "kafka-durable.yaml",
                "kafka-exactly-once.yaml",
                "kafka-share.yaml",
                "redpanda.yaml"
            })
    void shouldShipOnlyFilesThatItTakes(String file) throws Exception {
        assertThat(shipped(file).properties().producer()).containsKeys("buffer.memory", "max.block.ms");
    }

    @Test
    void shouldPromiseWhatTheSettingsGive() throws Exception {
        Guarantees common = KafkaGuarantees.of(shipped("kafka.yaml"));
        assertThat(common.delivery()).isEqualTo(Delivery.AT_LEAST_ONCE);
        assertThat(common.ordered()).isFalse();
        assertThat(common.orderedByKey()).as("a batch that is sent again").isFalse();
        Guarantees several = KafkaGuarantees.of(read("partitions: 4\nconsumers: 4\nproducer: { acks: all }"));
        assertThat(several.orderedByKey()).isTrue();
        assertThat(common.acknowledged()).isTrue();

        assertThat(KafkaGuarantees.of(read("partitions: 1\nproducer: { acks: all }"))
                        .ordered())
                .isTrue();
        assertThat(KafkaGuarantees.of(read("partitions: 1\nproducer: { acks: 1 }"))
                        .ordered())
                .isFalse();

        Guarantees unacknowledged = KafkaGuarantees.of(shipped("kafka-acks0.yaml"));
        assertThat(unacknowledged.delivery()).isEqualTo(Delivery.AT_MOST_ONCE);
        assertThat(unacknowledged.afterFailure()).as("consumers may read again").isEqualTo(Delivery.BEST_EFFORT);
        assertThat(unacknowledged.acknowledged()).isFalse();

        Guarantees durable = KafkaGuarantees.of(shipped("kafka-durable.yaml"));
        assertThat(durable.replication()).isEqualTo(3);
        assertThat(durable.durability()).contains("at least 2 brokers");

        assertThat(KafkaGuarantees.of(shipped("kafka-exactly-once.yaml")).delivery())
                .isEqualTo(Delivery.EXACTLY_ONCE);
    }

    @Test
    void shouldNotLoadClassesThatOnlyForksMayHave() {
        KafkaConfig config = read("client: { sasl.client.callback.handler.class: my.Login }");

        assertThat(config.properties().client()).containsEntry("sasl.client.callback.handler.class", "my.Login");
    }

    @Test
    void shouldTakeTheFileOfKafkasTools() {
        Map<String, String> settings = Map.of(
                "bootstrap.servers", "one:9093",
                "security.protocol", "SASL_SSL",
                "sasl.jaas.config", "Module required password=\"x\";",
                "acks", "all",
                "max.poll.records", "10",
                "group.id", "mine",
                "key.serializer", "x",
                "own.setting", "1");

        assertThat(new KafkaProvider().keysOf(settings))
                .isEqualTo(Map.of(
                        "broker", "external",
                        "bootstrap.servers", "one:9093",
                        "client.security.protocol", "SASL_SSL",
                        "client.sasl.jaas.config", "Module required password=\"x\";",
                        "producer.acks", "all",
                        "consumer.max.poll.records", "10",
                        "client.own.setting", "1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "group: share\ntransactions: true",
                "group: share\nconsumer: { session.timeout.ms: 6000 }",
                "group: share\nclient: { auto.offset.reset: latest }",
                "group: consumer\nconsumer: { share.acknowledgement.mode: explicit }",
                "consumer: { share.acquire.mode: record_limit }"
            })
    void shouldRefuseWhatItsKindOfGroupCannotDo(String text) {
        assertThatThrownBy(() -> read(text)).hasMessageContaining("group: share");
    }

    @Test
    void shouldAcknowledgeImplicitlyUnlessToldOtherwise() {
        assertThat(read("group: share").acknowledgesExplicitly()).isFalse();
        assertThat(read("group: share\nclient: { share.acknowledgement.mode: explicit }")
                        .acknowledgesExplicitly())
                .isTrue();
    }
}
