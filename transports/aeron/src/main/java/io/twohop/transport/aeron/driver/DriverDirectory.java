package io.twohop.transport.aeron.driver;

import io.twohop.transport.kit.Elsewhere;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The directory that a driver of the run's own has in shared memory, readable by its user only. It goes with the
 * run's private directory. It is locked as long as this process lives, so that the next run
 * deletes what nobody could.
 */
public final class DriverDirectory implements AutoCloseable {
    private static final String NAME = "aeron";
    private static final String PREFIX = Elsewhere.PREFIX + NAME + "-";
    private static final String LOCK = ".owner";
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /** Of this process: to open their locks again would release them. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel lock;

    /**
     * Makes one, and deletes what runs that were killed with all their processes have left.
     *
     * @param data the run's private directory
     */
    public DriverDirectory(Path data) throws IOException {
        Path parent = parent();
        deleteAbandoned(parent);
        path = Elsewhere.create(data, parent, NAME);
        OWN.add(path);
        lock = lock(path);
    }

    /** Shared memory, or where the system keeps temporary files if there is none to write to. */
    public static Path parent() {
        return Files.isDirectory(SHARED_MEMORY) && Files.isWritable(SHARED_MEMORY)
                ? SHARED_MEMORY
                : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** It is locked before it has the name by which others look for it. */
    private static FileChannel lock(Path directory) throws IOException {
        Path file = directory.resolve(LOCK + ".next");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        channel.lock();
        Files.move(file, directory.resolve(LOCK));
        return channel;
    }

    static void deleteAbandoned(Path parent) throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path directory : all) {
                if (!OWN.contains(directory) && isAbandoned(directory)) {
                    delete(directory);
                }
            }
        }
    }

    /** Only what has such a lock, that nobody holds; what is not ours to open is not ours. */
    private static boolean isAbandoned(Path directory) {
        try (FileChannel channel = FileChannel.open(directory.resolve(LOCK), StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (IOException | OverlappingFileLockException e) {
            return false;
        }
    }

    /** The whole of it, which goes with the driver. */
    Path path() {
        return path;
    }

    /** What the driver and its clients call aeron.dir. */
    Path aeronDir() {
        return path.resolve("aeron");
    }

    /** Deletes a directory with all it holds; what cannot be deleted is named on standard error and left. */
    public static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path emptied, IOException e) throws IOException {
                    Files.deleteIfExists(emptied);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            System.err.println("could not delete " + directory + ": " + e);
        }
    }

    @Override
    public void close() {
        delete(path);
        try {
            lock.close();
        } catch (IOException e) {
            // It is gone.
        }
        OWN.remove(path);
    }
}
