package io.twohop.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.RecordComponent;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SectionsTest {
    private record Server(@JsonProperty("bootstrap.servers") String address, Integer nodes, Map<String, String> more) {
        private Server {
            nodes = Values.within("nodes", nodes, 1, 3);
            more = Values.copy(more);
        }
    }

    private record Config(String name, @Section Server server, Integer consumers) {
        private Config {
            consumers = Values.within("consumers", consumers, 1, server.nodes());
        }
    }

    private static Config read(String yaml) {
        return YamlDocument.parse("my.yaml", yaml).bind(Config.class);
    }

    @Test
    void shouldTakeTheKeysOfASectionFromTheEnclosingMapping() {
        Config config =
                read("nodes: 3\nname: x\nbootstrap: { servers: 'a:1' }\nmore: { one: { two: 2 } }\nconsumers: 2");

        assertThat(config).isEqualTo(new Config("x", new Server("a:1", 3, Map.of("one.two", "2")), 2));
    }

    @Test
    void shouldMakeASectionOfDefaultsWithoutItsKeys() {
        assertThat(read("name: x")).isEqualTo(new Config("x", new Server(null, 1, Map.of()), 1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'name: x\nnodes: 4' | 'my.yaml:2:8: nodes: 4 (expected: a whole number from 1 to 3)'",
                "'name: x\nnodes: many' | 'my.yaml:2:8: nodes: many (expected: '",
                "'nodes: 2\nconsumers: 3' | 'my.yaml:2:12: consumers: 3 (expected: a whole number from 1 to 2)'",
                "'more: { a: [1] }' | 'my.yaml:1:12: more.a: '",
                "'nods: 2' | 'my.yaml:1:1: nods: unknown key (expected: one of bootstrap.servers, consumers, more, name, nodes; did you mean ''nodes''?)'",
                "'server: { nodes: 2 }' | 'my.yaml:1:1: server: unknown key'"
            })
    void shouldSayWhereAKeyOfASectionIsWrong(String yaml, String error) {
        assertThatThrownBy(() -> read(yaml)).isInstanceOf(ConfigException.class).hasMessageStartingWith(error);
    }

    @Test
    void shouldListKeysAndValuesInTheirOrder() {
        assertThat(Sections.components(Config.class))
                .extracting(RecordComponent::getName)
                .containsExactly("name", "address", "nodes", "more", "consumers");
        assertThat(Sections.values(read("name: x")))
                .containsEntry("name", "x")
                .containsEntry("nodes", 1)
                .containsKey("bootstrap.servers")
                .doesNotContainKey("server");
    }
}
