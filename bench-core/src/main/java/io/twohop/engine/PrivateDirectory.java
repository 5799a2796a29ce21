package io.twohop.engine;

import io.twohop.config.Room;
import io.twohop.transport.kit.Elsewhere;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * A temporary directory of one run's own, readable by its user only. It is locked as long as its process lives: what one
 * that was killed left behind, the next one deletes.
 */
public final class PrivateDirectory implements AutoCloseable {
    private static final String PREFIX = "twohop-";
    private static final String LOCK = ".owner";

    /** Of this process: to open their locks again would release them. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel lock;

    /** Creates it where the system keeps temporary files. */
    public PrivateDirectory() {
        try {
            Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
            deleteAbandoned(temporary);
            Room.check(
                    "java.io.tmpdir",
                    temporary,
                    "free some, or give another with JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=...");
            path = Files.createTempDirectory(temporary, PREFIX);
            OWN.add(path);
            lock = lock(path);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "java.io.tmpdir: " + System.getProperty("java.io.tmpdir") + " (expected: a directory to write to)",
                    e);
        }
    }

    /** It is locked before it has the name by which others look for it. */
    private static FileChannel lock(Path directory) throws IOException {
        Path file = directory.resolve(LOCK + ".next");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        channel.lock();
        Files.move(file, directory.resolve(LOCK));
        return channel;
    }

    private static void deleteAbandoned(Path temporary) throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(temporary, PREFIX + "*")) {
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

    public Path path() {
        return path;
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

    /** Deletes what a process that has ended made, if no more is in it. */
    static void deleteEmpty(Path directory) {
        try {
            Files.deleteIfExists(directory.resolve(LOCK));
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // Something else is in it.
        }
    }

    /**
     * Deletes a directory with all it holds, and what is {@link Elsewhere} for it; what cannot be deleted is named on standard error
     * and left.
     */
    public static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Elsewhere.of(file).ifPresent(PrivateDirectory::delete);
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
}
