package io.twohop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordBindingTest {
    enum Acks {
        NONE,
        ALL_REPLICAS
    }

    record Server(String host, Integer port) {
        Server {
            if (port == null || port < 1) {
                throw ConfigException.invalid("port", port, "a port of 1 to 65535");
            }
        }
    }

    record Config(
            boolean on,
            Boolean maybe,
            int count,
            Integer boxed,
            long large,
            double share,
            String text,
            Acks acks,
            Path path,
            Duration linger,
            Rate rate,
            Size size,
            Server server,
            List<Server> servers,
            List<String> names,
            Integer limit,
            Map<String, String> properties,
            Map<String, Server> byName) {}

    record Empty() {}

    record Buggy(String text) {
        Buggy {
            if (text.equals("x")) {
                throw new IllegalStateException("a bug of the module");
            }
        }
    }

    private static Config bind(String yaml) {
        return YamlDocument.parse("x.yaml", yaml).bind(Config.class);
    }

    @Test
    void shouldReadEveryTypeWhenAllKeysAreGiven() {
        Config config = bind("""
                on: true
                maybe: false
                count: 1_000
                boxed: 2k
                large: 5_000_000_000
                share: 0.25
                text: 012
                acks: All-Replicas
                path: /dev/shm/x
                linger: 5ms
                rate: 0.5M/s
                size: 1KiB
                server: { host: a, port: 1 }
                servers: [{ host: b, port: 2 }, { host: c, port: 3 }]
                names: one
                limit: 7
                properties: { acks: all, linger.ms: 5, ssl: true, nested: { a: { b: 1 } } }
                byName: { x: { port: 4 } }
                """);

        assertThat(config)
                .isEqualTo(new Config(
                        true,
                        false,
                        1_000,
                        2_000,
                        5_000_000_000L,
                        0.25,
                        "012",
                        Acks.ALL_REPLICAS,
                        Path.of("/dev/shm/x"),
                        Duration.ofMillis(5),
                        new Rate(500_000),
                        new Size(1024),
                        new Server("a", 1),
                        List.of(new Server("b", 2), new Server("c", 3)),
                        List.of("one"),
                        7,
                        Map.of("acks", "all", "linger.ms", "5", "ssl", "true", "nested.a.b", "1"),
                        Map.of("x", new Server(null, 4))));
    }

    @Test
    void shouldLeaveDefaultsToTheRecordWhenKeysAreAbsentOrEmpty() {
        for (String yaml : List.of("{}", "count:\nboxed: ~\ntext: null\non:\nlimit:\nproperties:\nnames:")) {
            assertThat(bind(yaml))
                    .isEqualTo(new Config(
                            false, null, 0, null, 0, 0, null, null, null, null, null, null, null, null, null, null,
                            null, null));
        }
        assertThat(YamlDocument.parse("x", "{}").bind(Empty.class)).isEqualTo(new Empty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            on: 'true'                          | 1:5: on: true (expected: true or false)
            on: yes                             | 1:5: on: yes (expected: true or false)
            count: true                         | 1:8: count: true (expected: a whole number, such as 3)
            count: 1.5                          | 1:8: count: 1.5 (expected: a whole number, such as 3)
            count: ''                           | 1:8: count: '' (expected: a whole number, such as 3)
            count: [1, 2]                       | 1:8: count: a list (expected: a whole number, such as 3)
            boxed: 3G | 1:8: boxed: 3G (expected: a whole number, such as 3, of at most 2,147,483,647)
            large: 1e19                         | 1:8: large: 1e19 (expected: a whole number, such as 3, and smaller)
            share: NaN                          | 1:8: share: NaN (expected: a number such as 0.5)
            share: 1e999                        | 1:8: share: 1e999 (expected: a number such as 0.5)
            text: { a: 1 }                      | 1:7: text: a mapping (expected: a text)
            text: []                            | 1:7: text: a list (expected: a text)
            acks: all-replica | 1:7: acks: all-replica\
             (expected: one of none, all-replicas; did you mean 'all-replicas'?)
            acks: 1                             | 1:7: acks: 1 (expected: one of none, all-replicas)
            linger: 5                           | 1:9: linger: 5 (expected: a duration such as 10s, 500ms, 1m30s or PT1M)
            server: a                           | 1:9: server: a (expected: a mapping of keys to values)
            server: [{ port: 1 }, { port: 2 }]  | 1:9: server: a list (expected: a mapping of keys to values)
            server: { host: a }                 | 1:9: server.port: missing (expected: a port of 1 to 65535)
            server: { host: a, port: 0 }        | 1:26: server.port: 0 (expected: a port of 1 to 65535)
            server: { host: a, prot: 0 } | 1:20: server.prot: unknown key\
             (expected: one of host, port; did you mean 'port'?)
            servers: [{ port: 1 }, { port: 0 }] | 1:32: servers[1].port: 0 (expected: a port of 1 to 65535)
            servers: { port: 0 }                | 1:18: servers.port: 0 (expected: a port of 1 to 65535)
            servers: [{ port: 1 }, { p: 0 }]    | 1:26: servers[1].p: unknown key (expected: one of host, port)
            servers: ''                         | 1:10: servers: '' (expected: a mapping of keys to values)
            names: [a, ~]                       | 1:12: names[1]: missing (expected: a value)
            names: [a, [b]]                     | 1:12: names[1]: a list (expected: a text)
            limit: x                            | 1:8: limit: x (expected: a whole number, such as 3)
            properties: x                       | 1:13: properties: x (expected: a mapping of keys to texts)
            properties: { a: [1] }              | 1:18: properties.a: a list (expected: a text, quoted if empty)
            properties: { a: { b: } }           | 1:22: properties.a.b: missing (expected: a text, quoted if empty)
            properties: { a.b: 1, a: { b: 2 } } | 1:20: properties.a.b: given twice (expected: each key once)
            byName: { x: { port: 0 } }          | 1:22: byName.x.port: 0 (expected: a port of 1 to 65535)
            byName: { x: { prot: 0 } } | 1:16: byName.x.prot: unknown key\
             (expected: one of host, port; did you mean 'port'?)
            """)
    void shouldNameThePlaceWhenAValueIsBad(String yaml, String message) {
        assertThatThrownBy(() -> bind(yaml)).isInstanceOf(ConfigException.class).hasMessage("x.yaml:" + message);
    }

    @Test
    void shouldReportTheMisspeltKeyWhenItLeavesARequiredOneMissing() {
        assertThatThrownBy(
                        () -> YamlDocument.parse("x.yaml", "host: a\n\nprot: 1").bind(Server.class))
                .hasMessage("x.yaml:3:1: prot: unknown key (expected: one of host, port; did you mean 'port'?)");
    }

    @Test
    void shouldSuggestKeysOfTheOtherPartWhenADocumentWasSplit() {
        YamlDocument part = YamlDocument.parse("x.yaml", "transport: t\nport: 1\ncodek: json")
                .without(Set.of("transport"));

        assertThatThrownBy(() -> part.bind(Server.class, Set.of("transport", "codec")))
                .hasMessage("x.yaml:3:1: codek: unknown key (expected: one of codec, host, port, transport;"
                        + " did you mean 'codec'?)");
    }

    @Test
    void shouldSayThatThereAreNoKeysWhenTheRecordIsEmpty() {
        assertThatThrownBy(() -> YamlDocument.parse("x.yaml", "a: 1").bind(Empty.class))
                .hasMessage("x.yaml:1:1: a: unknown key (expected: no keys here)");
    }

    @Test
    void shouldLetABugThroughWhenTheRecordThrowsSomethingElse() {
        assertThatThrownBy(() -> YamlDocument.parse("x.yaml", "text: x").bind(Buggy.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a bug of the module");
    }

    @Test
    void shouldAddThePositionWhenAnErrorIsFoundAfterBinding() {
        YamlDocument document = YamlDocument.parse("x.yaml", "a: 1\ncodec: jsn");

        assertThatThrownBy(() -> {
                    throw document.invalid("codec", "jsn", "one of json, wire").didYouMean(List.of("json", "wire"));
                })
                .hasMessage("x.yaml:2:8: codec: jsn (expected: one of json, wire; did you mean 'json'?)");
        assertThat(document.located(ConfigException.invalid("absent", null, "a text")))
                .hasMessage("x.yaml:1:1: absent: missing (expected: a text)");
    }

    @Test
    void shouldNotRepeatTheValueWhenTheKeyNamesASecret() {
        record Login(Integer password) {}

        assertThatThrownBy(
                        () -> YamlDocument.parse("x.yaml", "password: hunter2").bind(Login.class))
                .hasMessage("x.yaml:1:11: password: <redacted> (expected: a whole number, such as 3)");
    }

    private record Dotted(@JsonProperty("bootstrap.servers") String servers) {}

    @Test
    void shouldReadADottedKeyFromANestedMappingOnly() {
        assertThat(YamlDocument.parse("x", "bootstrap: {servers: a}")
                        .bind(Dotted.class)
                        .servers())
                .isEqualTo("a");
        assertThatThrownBy(() -> YamlDocument.parse("x", "servers: a").bind(Dotted.class))
                .hasMessageStartingWith("x:1:1: servers: unknown key");
    }
}
