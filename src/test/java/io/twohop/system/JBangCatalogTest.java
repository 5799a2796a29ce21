package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

/** The alias for JBang against the packaged command. */
class JBangCatalogTest {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));

    @Test
    void shouldNameTheCommandOfThisVersion() throws Exception {
        JsonNode alias = new ObjectMapper()
                .readTree(HOME.resolve("jbang-catalog.json").toFile())
                .at("/aliases/bench");

        try (JarFile jar =
                new JarFile(HOME.resolve("bench-cli/target/bench.jar").toFile())) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            String version = manifest.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
            assertThat(alias.path("main").asText()).isEqualTo(manifest.getValue(Attributes.Name.MAIN_CLASS));
            assertThat(alias.path("script-ref").asText()).isEqualTo("io.twohop:bench-cli:" + version);
            // It is no dependency of the command, but a program that runs start.
            assertThat(alias.path("dependencies").path(0).asText()).isEqualTo("io.twohop:kafka-broker:" + version);
        }
    }
}
