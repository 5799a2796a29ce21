package io.twohop.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads configuration files, with errors that tell what to do. */
final class YamlFiles {
    private static final int MAX_BYTES = 4 * YamlReader.MAX_CHARS;
    private static final String EXPECTED =
            Texts.format("a readable YAML file in UTF-8 of at most %,d bytes", MAX_BYTES);

    private YamlFiles() {}

    static String text(Path file) {
        if (!Files.exists(file)) {
            throw error(file, "not found").suggesting(nearest(file));
        }
        if (Files.isDirectory(file)) {
            throw error(file, "a directory");
        }
        // A pipe, as that of a shell's <(...), has no size.
        try (InputStream in = Files.newInputStream(file)) {
            return text(file.toString(), in);
        } catch (IOException e) {
            throw error(file, "unreadable: " + e).causedBy(e);
        }
    }

    /** Reads to the end of a stream, which stays open. */
    static String text(String source, InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw error(source, Texts.format("more than %,d bytes", MAX_BYTES));
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw error(source, "not in UTF-8").causedBy(e);
        }
    }

    private static ConfigException error(Path file, String problem) {
        return error(file.toString(), problem);
    }

    private static ConfigException error(String source, String problem) {
        return ConfigException.at(Position.of(source), "file", problem, EXPECTED);
    }

    private static Optional<String> nearest(Path file) {
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null || file.getFileName() == null || !Files.isDirectory(directory)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(directory)) {
            List<String> names = files.map(sibling -> sibling.getFileName().toString())
                    .filter(name -> name.endsWith(".yaml") || name.endsWith(".yml"))
                    .sorted()
                    .toList();
            return Suggestions.nearest(file.getFileName().toString(), names);
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
