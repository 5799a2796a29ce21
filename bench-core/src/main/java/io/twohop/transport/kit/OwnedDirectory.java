package io.twohop.transport.kit;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

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

    /**
     * Deletes the directories with a prefix whose processes have ended. Other users may write to the parent: only
     * directories that this user owns, and nobody else may change, are looked into.
     *
     * @return the deleted directories
     */
    public static List<Path> deleteAbandoned(Path parent, String prefix) throws IOException {
        List<Path> deleted = new ArrayList<>();
        try (OpenDirectory all = OpenDirectory.of(parent)) {
            for (Path name : all.names()) {
                Path directory = parent.resolve(name);
                if (name.toString().startsWith(prefix)
                        && !OWN.contains(directory)
                        && deleteOwn(all, name, OwnedDirectory::isAbandoned)) {
                    deleted.add(directory);
                }
            }
        }
        return deleted;
    }

    /** A directory without such a lock is not ours to delete. */
    private static boolean isAbandoned(OpenDirectory directory) {
        try (FileChannel channel = directory.openOwnFile(Path.of(LOCK), StandardOpenOption.WRITE);
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
        try (OpenDirectory parent = OpenDirectory.of(directory.toAbsolutePath().getParent())) {
            delete(parent, directory.getFileName());
        } catch (NoSuchFileException e) {
            // The parent is gone, and the directory with it.
        } catch (IOException e) {
            sayLeft(directory, e);
        }
    }

    /**
     * Deletes a directory in one that other users may write to, if this user owns it and nobody else may change it.
     *
     * @return whether it is deleted
     */
    public static boolean deleteOwn(Path directory) throws IOException {
        try (OpenDirectory parent = OpenDirectory.of(directory.toAbsolutePath().getParent())) {
            return deleteOwn(parent, directory.getFileName(), own -> true);
        }
    }

    private static boolean deleteOwn(OpenDirectory parent, Path name, Predicate<OpenDirectory> which)
            throws IOException {
        try {
            Optional<OpenDirectory> own = parent.enterOwn(name);
            if (own.isEmpty()) {
                return false;
            }
            try (OpenDirectory directory = own.get()) {
                if (!which.test(directory)) {
                    return false;
                }
                empty(directory);
            }
            return deleteOne(parent, name, true);
        } catch (NoSuchFileException e) {
            // Another process was faster.
            return false;
        }
    }

    private static void empty(OpenDirectory directory) throws IOException {
        for (Path name : directory.names()) {
            delete(directory, name);
        }
    }

    private static void delete(OpenDirectory parent, Path name) {
        try {
            boolean isDirectory = parent.isDirectory(name);
            if (isDirectory) {
                try (OpenDirectory entered = parent.enter(name)) {
                    empty(entered);
                }
            } else {
                Optional<Path> elsewhere = Elsewhere.of(parent, name);
                if (elsewhere.isPresent()) {
                    deleteOwn(elsewhere.get());
                }
            }
            deleteOne(parent, name, isDirectory);
        } catch (NoSuchFileException e) {
            // It is gone.
        } catch (IOException e) {
            sayLeft(parent.path().resolve(name), e);
        }
    }

    /** Deletes a file or an empty directory. One that stays must not keep the others, which may be gigabytes. */
    private static boolean deleteOne(OpenDirectory parent, Path name, boolean isDirectory) {
        try {
            parent.delete(name, isDirectory);
        } catch (NoSuchFileException e) {
            // It is gone.
        } catch (IOException e) {
            sayLeft(parent.path().resolve(name), e);
            return false;
        }
        return true;
    }

    private static void sayLeft(Path file, IOException e) {
        System.err.println("could not delete " + file + ": " + e);
    }
}
