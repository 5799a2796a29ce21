package io.twohop.testing.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A temporary file that its JVM does not delete, as libraries leave with their native code where a JVM is halted. */
public final class Litter {
    private static final String PREFIX = "twohop-litter-";

    private Litter() {}

    /** Leaves one where this JVM has its temporary files. */
    public static void leave() {
        try {
            Files.createTempFile(PREFIX, ".so");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the files in this JVM's temporary directory, those of earlier tests included. */
    public static List<Path> found() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith(PREFIX))
                    .toList();
        }
    }
}
