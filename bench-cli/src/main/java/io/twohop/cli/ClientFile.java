package io.twohop.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.registry.TransportFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The file by which other tools of a broker connect, such as Kafka's {@code client.properties} or a context of NATS. Its settings replace
 * those of a transport file.
 */
final class ClientFile {
    private static final String OPTION = "--properties";
    private static final int MAX_BYTES = 1 << 20;
    private static final String PROVIDERS = "config.providers";
    private static final String EXPECTED = "a readable file of client properties, or a context of NATS (.json)";

    private ClientFile() {}

    /** @throws ConfigException for a file that cannot be read, and for settings that the transport does not take */
    static YamlDocument applied(YamlDocument transport, Path file) {
        Map<String, String> keys = TransportFile.of(transport).provider().keysOf(read(file));
        YamlDocument changed = transport;
        for (Map.Entry<String, String> key : keys.entrySet()) {
            // Quoted, since a password may look like a list.
            String text = TextNode.valueOf(key.getValue()).toString();
            changed = changed.with(key.getKey(), text, file + ": " + key.getKey());
        }
        return changed;
    }

    private static Map<String, String> read(Path file) {
        if (!Files.exists(file) || Files.isDirectory(file)) {
            throw ConfigException.invalid(OPTION, file, EXPECTED);
        }
        // A pipe, as that of a shell's <(...), has no size.
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw ConfigException.invalid(OPTION, file, EXPECTED + " of at most a megabyte");
            }
            InputStream read = new ByteArrayInputStream(bytes);
            Map<String, String> settings = file.toString().endsWith(".json") ? json(file, read) : properties(read);
            settings.forEach((name, value) -> refuseReference(file, name, value));
            return settings;
        } catch (JsonProcessingException e) {
            // Its message quotes the file.
            throw ConfigException.invalid(
                    OPTION, file, EXPECTED + "; line " + e.getLocation().getLineNr() + " is no JSON");
        } catch (IOException e) {
            throw ConfigException.invalid(OPTION, file, EXPECTED);
        }
    }

    /** Reads as Kafka's own tools do. */
    private static Map<String, String> properties(InputStream in) throws IOException {
        Properties properties = new Properties();
        try {
            properties.load(in);
        } catch (IllegalArgumentException e) {
            throw ConfigException.invalid(
                    OPTION, "\\u without four digits", "a backslash written twice, as in C:\\\\users");
        }
        Map<String, String> settings = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        if (settings.containsKey(PROVIDERS)) {
            throw ConfigException.invalid(
                    OPTION,
                    PROVIDERS,
                    "values themselves, or a transport file, where ${env:NAME} and ${file:PATH} refer to them");
        }
        return settings;
    }

    /** Other tools hand such a text to the client unchanged, but in a transport file it is looked up. Its value may be a secret. */
    private static void refuseReference(Path file, String name, String value) {
        if (YamlDocument.refers(value)) {
            throw ConfigException.invalid(
                    OPTION,
                    file + ": " + name + " with ${...}",
                    "the value itself; a transport file can refer to ${env:NAME} and ${file:PATH}");
        }
    }

    private static Map<String, String> json(Path file, InputStream in) throws IOException {
        JsonNode tree = new ObjectMapper().readTree(in);
        if (!tree.isObject()) {
            throw ConfigException.invalid(OPTION, file, EXPECTED);
        }
        Map<String, String> settings = new TreeMap<>();
        tree.properties()
                .forEach(setting ->
                        settings.put(setting.getKey(), setting.getValue().asText()));
        return settings;
    }
}
