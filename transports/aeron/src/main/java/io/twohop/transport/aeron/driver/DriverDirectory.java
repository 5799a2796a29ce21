package io.twohop.transport.aeron.driver;

import io.twohop.transport.kit.Elsewhere;
import io.twohop.transport.kit.OwnedDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The directory in shared memory of a driver that the run starts, readable by its user only. It is deleted with the run's
 * private directory.
 */
public final class DriverDirectory implements AutoCloseable {
    private static final String NAME = "aeron";
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private final OwnedDirectory directory;

    /** Creates the directory, and deletes what killed runs left behind. */
    public DriverDirectory(Path data) throws IOException {
        Path parent = parent();
        deleteAbandoned(parent);
        directory = new OwnedDirectory(Elsewhere.create(data, parent, NAME));
    }

    /** Returns shared memory, or the system's temporary directory on machines without writable shared memory. */
    public static Path parent() {
        return Files.isDirectory(SHARED_MEMORY) && Files.isWritable(SHARED_MEMORY)
                ? SHARED_MEMORY
                : Path.of(System.getProperty("java.io.tmpdir"));
    }

    static void deleteAbandoned(Path parent) throws IOException {
        OwnedDirectory.deleteAbandoned(parent, Elsewhere.PREFIX + NAME + "-");
    }

    /** The whole directory, which the driver's end deletes. */
    Path path() {
        return directory.path();
    }

    Path aeronDir() {
        return directory.path().resolve("aeron");
    }

    @Override
    public void close() {
        directory.close();
    }
}
