package io.twohop.transport.kit;

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
 * A directory of this process, locked while the process lives: a later process deletes the directories of killed ones.
 */
public final class OwnedDirectory implements AutoCloseable {
    private static final String LOCK = ".owner";

    /** Directories of this process: opening their locks again would release them. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel lock;

    /** Takes over a directory that exists, with a random name that no other process knows. */
    public OwnedDirectory(Path path) throws IOException {
        this.path = path;
        OWN.add(path);
        lock = lock(path);
    }

    /** Other processes look for the lock's final name, so the file is locked before it is renamed to it. */
    private static FileChannel lock(Path directory) throws IOException {
        Path file = directory.resolve(LOCK + ".next");
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        channel.lock();
        Files.move(file, directory.resolve(LOCK));
        return channel;
    }

    /** Deletes the directories with a prefix whose processes have ended. */
    public static void deleteAbandoned(Path parent, String prefix) throws IOException {
        try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, prefix + "*")) {
            for (Path directory : all) {
                if (!OWN.contains(directory) && isAbandoned(directory)) {
                    delete(directory);
                }
            }
        }
    }

    /** A directory without such a lock, or with a lock that this user cannot open, is not ours to delete. */
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
            // The lock is released when the process ends.
        }
        OWN.remove(path);
    }

    /** Deletes the directory of a process that has ended, unless it holds more than its lock. */
    public static void deleteEmpty(Path directory) {
        try {
            Files.deleteIfExists(directory.resolve(LOCK));
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // The directory is not empty.
        }
    }

    /**
     * Deletes a directory with all its files and with the directories {@link Elsewhere} that belong to it. Prints to
     * standard error what it cannot delete.
     */
    public static void delete(Path directory) {
        if (!Files.exists(directory)) {
            return;
        }
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    Elsewhere.of(file).ifPresent(OwnedDirectory::delete);
                    return deleteOne(file);
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path emptied, IOException e) {
                    return deleteOne(emptied);
                }
            });
        } catch (IOException e) {
            sayLeft(directory, e);
        }
    }

    /** Deletes a file or an empty directory. One that stays must not keep the walk from the others, which may be gigabytes. */
    private static FileVisitResult deleteOne(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            sayLeft(file, e);
        }
        return FileVisitResult.CONTINUE;
    }

    private static void sayLeft(Path file, IOException e) {
        System.err.println("could not delete " + file + ": " + e);
    }
}
