package io.twohop.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;

/** What a jar says of itself. Before anything runs, in the parent process. */
final class JarManifest {
    private JarManifest() {}

    /** The names of the jars beside it that it needs; empty where it says nothing of that. */
    static Optional<List<String>> classPath(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return Optional.ofNullable(file.getManifest())
                    .map(manifest -> manifest.getMainAttributes().getValue(Attributes.Name.CLASS_PATH))
                    .map(names -> List.of(names.split(" ")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
