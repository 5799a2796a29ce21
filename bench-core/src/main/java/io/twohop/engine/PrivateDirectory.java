package io.twohop.engine;

import io.twohop.config.Room;
import io.twohop.transport.kit.OwnedDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A temporary directory of one run, readable by its user only. The next run deletes what a killed one left behind. */
public final class PrivateDirectory implements AutoCloseable {
    private static final String PREFIX = "twohop-";

    private final OwnedDirectory directory;

    /** Creates the directory where the system keeps temporary files. */
    public PrivateDirectory() {
        try {
            Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
            deleteAbandoned();
            Room.check(
                    "java.io.tmpdir",
                    temporary,
                    "free some, or give another with JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=...");
            directory = new OwnedDirectory(Files.createTempDirectory(temporary, PREFIX));
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "java.io.tmpdir: " + System.getProperty("java.io.tmpdir") + " (expected: a directory to write to)",
                    e);
        }
    }

    /** Deletes what killed runs left where the system keeps temporary files, and returns the directories. */
    public static List<Path> deleteAbandoned() throws IOException {
        return OwnedDirectory.deleteAbandoned(Path.of(System.getProperty("java.io.tmpdir")), PREFIX);
    }

    public Path path() {
        return directory.path();
    }

    @Override
    public void close() {
        directory.close();
    }
}
