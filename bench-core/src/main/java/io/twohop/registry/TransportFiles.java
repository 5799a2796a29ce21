package io.twohop.registry;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.transport.TransportProvider;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** Finds transport files by path, or by name among those that modules carry. */
public final class TransportFiles {
    private TransportFiles() {}

    /** Returns the names of the files that modules carry. */
    public static Map<String, TransportProvider<?>> carried() {
        Map<String, TransportProvider<?>> files = new TreeMap<>();
        for (TransportProvider<?> provider : Providers.transports()) {
            provider.files().forEach(file -> files.put(file, provider));
        }
        return files;
    }

    /**
     * Returns a file by path or name.
     *
     * @throws ConfigException if no such file exists
     */
    public static YamlDocument find(String name) {
        if (Files.exists(Path.of(name))) {
            OtherFormats.refuseProperties(Path.of(name));
            return YamlDocument.read(Path.of(name));
        }
        Map<String, TransportProvider<?>> carried = carried();
        if (!carried.containsKey(name)) {
            throw ConfigException.invalid("transport", name, "a file, or one of " + String.join(", ", carried.keySet()))
                    .didYouMean(carried.keySet());
        }
        return read(carried.get(name), name);
    }

    /** Returns a file that a module carries. */
    public static YamlDocument read(TransportProvider<?> provider, String name) {
        try (InputStream in = provider.getClass().getResourceAsStream("/" + name)) {
            if (in == null) {
                throw new IllegalStateException(provider.getClass() + " names " + name + " but does not carry it");
            }
            return YamlDocument.parse(name, new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
