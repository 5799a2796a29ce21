package io.twohop.transport.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.YamlDocument;
import io.twohop.registry.TransportFile;
import io.twohop.transport.Guarantees;
import io.twohop.transport.Guarantees.Delivery;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NatsConfigTest {
    private static NatsConfig read(String yaml) {
        return YamlDocument.parse("my.yaml", yaml).bind(NatsConfig.class);
    }

    private static NatsConfig shipped(String file) throws Exception {
        try (InputStream in = NatsConfigTest.class.getResourceAsStream("/" + file)) {
            return YamlDocument.parse(file, new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .without(Set.of("description", "transport", "codec"))
                    .bind(NatsConfig.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"'client: { credential.path: %s }', client.credential.path", "'nkeyFile: %s', nkeyFile"})
    void shouldRefuseKeysThatBeginWithAByteOrderMark(String yaml, String key, @TempDir Path directory)
            throws Exception {
        Path file = Files.writeString(directory.resolve("seed"), "\uFEFFSUANSEED\n");

        assertThatThrownBy(() -> NatsOptions.checkFiles(
                        read("broker: external\nurl: nats://localhost:1\n" + yaml.formatted(file) + "\n")))
                .hasMessageStartingWith(key + ": ")
                .hasMessageEndingWith("(expected: a file without a byte order mark; save it as UTF-8 without one)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "client: { maxping: 3 }            | client.maxping: maxping (expected: an option that NATS knows, or"
                        + " checkProperties: false; did you mean 'maxpings'?)",
                "client: { url: x }                | client.url: url (expected: absent: the bench sets it)",
                "{mode: jetstream, stream: { max_byte: 3 }} | did you mean 'max_bytes'?",
                "{mode: jetstream, consumerOptions: { max_ack_pendin: 3 }} | did you mean 'max_ack_pending'?",
                "storage: file                     | storage: FILE (expected: absent, since it belongs to mode jetstream)",
                "stream: { max_bytes: 3 }          | since it belongs to mode jetstream)",
                "url: nats://here                  | add broker: external to use it",
                "broker: external                  | url: missing (expected: nats://host:4222",
                "{broker: external, url: 'nats://[bad url'} | url: nats://[bad url (expected: nats://host:4222",
                "{broker: external, url: 'nats://a:1,nats://b:70000'} | url: nats://b:70000 (expected: nats://host:4222",
                "{broker: external, url: x, nodes: 3} | broker: external (expected: embedded, where nodes",
                "nodes: 2                          | nodes: 2 (expected: 1, 3 or 5)",
                "{mode: jetstream, replicas: 3}    | replicas: 3 (expected: at most 1, the number of nodes)",
                "{mode: jetstream, consumer: ordered, consumers: 2} | consumers: 2 (expected: 1, since an ordered",
                "{mode: jetstream, sync: never}    | sync: never (expected: always, or an interval such as 10s)",
                "maxPending: 0                     | maxPending: 0 (expected: a whole number from 1 to",
                "mode: both                        | mode: both (expected: one of core, jetstream",
            })
    void shouldRefuseWhatCannotWork(String yaml, String error) {
        assertThatThrownBy(() -> read(yaml.strip()))
                .hasMessageContaining(error.strip())
                .hasMessageStartingWith("my.yaml:1:");
    }

    @Test
    void shouldHideWhatTheClientDoesNotKnow() {
        TransportFile file = TransportFile.of(YamlDocument.parse("my.yaml", """
                transport: nats
                checkProperties: false
                showProperties: my.flag
                client: { my.vendor.phrase: hunter2, my.flag: shown, maxpings: 5 }
                """));

        assertThat(file.shown().toString()).doesNotContain("hunter2").contains("shown", "maxpings\":\"5");
    }

    @Test
    void shouldPassUnknownOptionsOnWhenToldTo() {
        assertThat(read("checkProperties: false\nclient: { new.option: 1 }")
                        .access()
                        .client())
                .containsEntry("new.option", "1");
    }

    @Test
    void shouldWriteFieldsAsTheServerReadsThem() {
        assertThat(NatsOptions.json(new TreeMap<>(Map.of("a", "12", "b", "true", "c", "old", "d", "say \"hi\""))))
                .isEqualTo("{\"a\":12,\"b\":true,\"c\":\"old\",\"d\":\"say \\\"hi\\\"\"}");
    }

    private static Guarantees promised(NatsConfig config) {
        return NatsGuarantees.of(config, 1);
    }

    @Test
    void shouldKeepTheOrderOfEachKeyWhereOneConsumerReadsAll() {
        NatsConfig core = read("mode: core");
        assertThat(promised(core).orderedByKey()).isTrue();
        assertThat(NatsGuarantees.of(core, 2).orderedByKey())
                .as("services share the messages of a subject")
                .isFalse();
        assertThat(promised(read("consumers: 2")).orderedByKey()).isFalse();
        assertThat(promised(read("mode: jetstream\nconsumer: ordered")).orderedByKey())
                .isTrue();
        assertThat(promised(read("mode: jetstream")).orderedByKey())
                .as("redelivery comes behind")
                .isFalse();
    }

    @Test
    void shouldPromiseWhatTheSettingsGive() throws Exception {
        Guarantees core = promised(shipped("nats.yaml"));
        assertThat(core.delivery()).isEqualTo(Delivery.AT_MOST_ONCE);
        assertThat(core.acknowledged()).isFalse();
        assertThat(core.ordered()).isTrue();
        assertThat(promised(read("consumers: 2")).ordered()).isFalse();

        Guarantees memory = promised(shipped("jetstream-memory.yaml"));
        assertThat(memory.delivery()).isEqualTo(Delivery.AT_LEAST_ONCE);
        assertThat(memory.acknowledged()).isTrue();
        assertThat(memory.ordered()).as("redelivery comes behind").isFalse();
        assertThat(promised(read("mode: jetstream\nconsumer: ordered")).ordered())
                .isTrue();
        assertThat(memory.durability()).contains("lost with the process");

        assertThat(promised(shipped("jetstream-file.yaml")).durability()).contains("synced every so often");
        assertThat(promised(shipped("jetstream-fsync.yaml")).durability()).contains("synced before it is acknowledged");
        assertThat(promised(shipped("jetstream-r3.yaml")).replication()).isEqualTo(3);
        assertThat(shipped("jetstream-sync-publish.yaml").messaging().publish()).isEqualTo(NatsConfig.Publish.SYNC);
    }

    @Test
    void shouldTakeAContextOfItsCommand() {
        Map<String, String> settings = Map.of(
                "url",
                "tls://one:4222",
                "user",
                "me",
                "password",
                "[x",
                "creds",
                "",
                "tls_first",
                "true",
                "nsc",
                "",
                "description",
                "d");

        assertThat(new NatsProvider().keysOf(settings))
                .isEqualTo(Map.of(
                        "broker", "external",
                        "url", "tls://one:4222",
                        "client.username", "me",
                        "client.password", "[x",
                        "client.tls.first", "true"));
        assertThatThrownBy(() -> new NatsProvider().keysOf(Map.of("ca", "/ca.pem")))
                .hasMessageStartingWith("ca: /ca.pem (expected: a store that Java reads");
        assertThatThrownBy(() -> new NatsProvider().keysOf(Map.of("jetstream_domain", "hub")))
                .hasMessageStartingWith("context: jetstream_domain (expected: one of creds, inbox_prefix,");
    }
}
