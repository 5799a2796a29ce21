package io.twohop.engine;

import io.twohop.config.ConfigException;
import io.twohop.config.Room;
import io.twohop.config.Texts;
import io.twohop.transport.kit.OwnedDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A temporary directory of one run, readable by its user only. The next run deletes what a killed one left behind. */
public final class PrivateDirectory implements AutoCloseable {
    private static final String PREFIX = "twohop-";
    private static final String TEMPORARY = "java.io.tmpdir";
    private static final String REMEDY = "give another with JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=...";

    private final OwnedDirectory directory;

    /**
     * Creates the directory where the system keeps temporary files.
     *
     * @throws ConfigException if nothing can be written there, or its disk is almost full
     */
    public PrivateDirectory() {
        try {
            Path temporary = Path.of(System.getProperty(TEMPORARY));
            deleteAbandoned();
            Room.check(TEMPORARY, temporary, "free some, or " + REMEDY);
            directory = new OwnedDirectory(Files.createTempDirectory(temporary, PREFIX));
        } catch (IOException e) {
            throw ConfigException.invalid(
                    TEMPORARY,
                    System.getProperty(TEMPORARY),
                    "a directory to write to; " + Texts.reason(e) + "; " + REMEDY);
        }
    }

    /** Deletes what killed runs left where the system keeps temporary files, and returns the directories. */
    public static List<Path> deleteAbandoned() throws IOException {
        return OwnedDirectory.deleteAbandoned(Path.of(System.getProperty(TEMPORARY)), PREFIX);
    }

    public Path path() {
        return directory.path();
    }

    @Override
    public void close() {
        directory.close();
    }
}
