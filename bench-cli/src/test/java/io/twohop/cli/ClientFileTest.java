package io.twohop.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClientFileTest {
    @TempDir
    Path directory;

    private YamlDocument applied(String transport, String name, String text) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text);
        return ClientFile.applied(YamlDocument.parse("a.yaml", "transport: " + transport + "\n"), file);
    }

    /** A client's own provider would read another file than ours, and values may be secrets. */
    @ParameterizedTest
    @CsvSource({
        "kafka, client.properties, ssl.key.password=hunter22${file:/secrets:key}",
        "kafka, client.properties, ssl.key.password=hunter22${env:NAME}",
        "kafka, client.properties, ssl.key.password=hunter22${fil:/secrets}",
        "nats, a.json, '{\"url\": \"nats://localhost:1\", \"ssl.key.password\": \"hunter22${env:NAME}\"}'",
    })
    void shouldRefuseReferences(String transport, String name, String text) {
        assertThatThrownBy(() -> applied(transport, name, text))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(name + ": ssl.key.password with ${...} (expected: the value itself;")
                .hasMessageNotContaining("hunter22");
    }

    @Test
    void shouldHandOnOtherTextsWithADollarSign() throws IOException {
        YamlDocument changed = applied(
                "kafka",
                "client.properties",
                "bootstrap.servers=localhost:1\nclient.rack=$a${b}$\nconfig.note=${vault:x:y}\n");

        assertThat(changed.toYaml()).contains("$a${b}$", "${vault:x:y}", "localhost:1");
    }
}
