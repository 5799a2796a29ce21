package io.twohop.site;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.ConfigException;
import io.twohop.config.LimitedFile;
import io.twohop.config.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The site's data files: scripts that call {@code register(key, data)}, since a page of {@code file:} cannot fetch. The key is the
 * file's name. A name with a hash is that of the data, so equal data have one name.
 */
final class Scripts {
    /** Names of data files with a hash. */
    static final Pattern NAME = Pattern.compile("(?:overview|index|detail|external)-[0-9a-f]{12}");

    private static final String SUFFIX = ".js";
    private static final String END = ");\n";
    private static final int HEX_DIGITS = 12;
    private static final int MOST_DEPTH = 50;

    private static final ObjectMapper JSON = JsonMapper.builder().build();

    static {
        JSON.getFactory()
                .setStreamReadConstraints(StreamReadConstraints.builder()
                        .maxNestingDepth(MOST_DEPTH)
                        .build());
    }

    private final Path directory;

    /** @param directory of the data files */
    Scripts(Path directory) {
        this.directory = directory;
    }

    private Path file(String key) {
        return directory.resolve(key + SUFFIX);
    }

    /** Returns the keys of all data files with a hash. */
    List<String> keys() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                    .filter(key -> NAME.matcher(key).matches())
                    .sorted()
                    .toList();
        }
    }

    void delete(String key) throws IOException {
        Files.deleteIfExists(file(key));
    }

    boolean has(String key) {
        return Files.isRegularFile(file(key));
    }

    /**
     * Writes data under a name with their hash, unless the file exists.
     *
     * @param kind first word of the name
     * @return the key
     */
    String write(String kind, JsonNode data) throws IOException {
        String text = escaped(data);
        String key = kind + "-" + digest(text.getBytes(StandardCharsets.UTF_8)).substring(0, HEX_DIGITS);
        if (!has(key)) {
            replace(key, text);
        }
        return key;
    }

    /** Writes data under a fixed name, and replaces what was there. */
    void replace(String key, JsonNode data) throws IOException {
        replace(key, escaped(data));
    }

    private void replace(String key, String text) throws IOException {
        WholeFile.write(file(key), beginning(key) + text + END);
    }

    /** @throws ConfigException for a file that is missing, or is not of that form */
    ObjectNode read(String key) throws IOException {
        Path file = file(key);
        if (!has(key)) {
            throw damaged(file);
        }
        try (InputStream in = LimitedFile.document(file)) {
            byte[] begins = in.readNBytes(beginning(key).length());
            if (!new String(begins, StandardCharsets.UTF_8).equals(beginning(key))) {
                throw damaged(file);
            }
            if (JSON.readTree(in) instanceof ObjectNode data) {
                return data;
            }
            throw damaged(file);
        } catch (JsonProcessingException e) {
            throw damaged(file);
        }
    }

    ConfigException damaged(String key) {
        return damaged(file(key));
    }

    private static ConfigException damaged(Path file) {
        return ConfigException.invalid(
                "DIR",
                file,
                "a data file of this site; it is damaged, build the site from its results in an empty directory");
    }

    private static String beginning(String key) {
        return "register(\"" + key + "\", ";
    }

    /** Escapes what could end a script element, begin markup, or end a line of older scripts. */
    private static String escaped(JsonNode data) {
        return text(data)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }

    static String text(JsonNode data) {
        try {
            return JSON.writeValueAsString(data);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    static byte[] bytes(JsonNode data) {
        return text(data).getBytes(StandardCharsets.UTF_8);
    }

    static ObjectNode parse(byte[] text) {
        try {
            return (ObjectNode) JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the SHA-256 of a content in hex digits. */
    static String digest(byte[] content) {
        return HexFormat.of().formatHex(sha256().digest(content));
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
