package io.twohop.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A directory in the user's cache that exists as a whole or not at all, however many processes fill it at once.
 *
 * @param path of the directory, which need not exist yet
 */
public record CachedDirectory(Path path) {
    /** Age after which a directory being filled counts as abandoned. */
    private static final Duration ABANDONED = Duration.ofHours(1);

    /** Fetches the files. */
    @FunctionalInterface
    public interface Filler {
        /**
         * Fills the directory.
         *
         * @param into an empty directory
         * @param work another empty directory on the same disk, deleted afterwards
         * @throws IOException if the directory cannot be filled; nothing is kept then
         */
        void fill(Path into, Path work) throws IOException, InterruptedException;
    }

    /** Checks whether a directory's files work. */
    @FunctionalInterface
    public interface Check {
        /**
         * Tries the files.
         *
         * @throws IOException with the reason if they do not work
         */
        void attempt(Path directory) throws IOException, InterruptedException;
    }

    /** Returns a directory in the user's cache; empty if neither a variable nor a passwd entry names a cache. */
    public static Optional<CachedDirectory> named(String name) {
        return cache(System::getenv, System.getProperty("user.home"))
                .map(cache -> new CachedDirectory(cache.resolve("twohop").resolve(name)));
    }

    /** The XDG Base Directory Specification has relative paths ignored. */
    static Optional<Path> cache(UnaryOperator<String> environment, String userHome) {
        return absolute(environment.apply(Platform.isWindows() ? "LOCALAPPDATA" : "XDG_CACHE_HOME"))
                .or(() -> absolute(environment.apply("HOME"))
                        .or(() -> absolute(userHome))
                        .map(home -> home.resolve(".cache")));
    }

    /** The home of a user without a passwd entry is {@code ?} to Java. */
    private static Optional<Path> absolute(String path) {
        return Optional.ofNullable(path)
                .filter(text -> !text.isBlank() && !text.equals("?"))
                .map(Path::of)
                .filter(Path::isAbsolute);
    }

    /**
     * Refuses files that another user, except root, owns or may change.
     *
     * @param names of files in the directory
     * @throws IOException with the reason, or if the directory is missing
     */
    public void requireOwn(String... names) throws IOException {
        Path real = path.toRealPath();
        OwnFiles.require(real.getParent());
        OwnFiles.require(real);
        for (String name : names) {
            OwnFiles.require(real.resolve(name));
        }
    }

    /**
     * Fills a new directory, tries its files, and moves it into place at once. If another process was faster and its files work, they
     * stay.
     *
     * @throws IOException if the files cannot be fetched or kept, or do not work
     */
    public void fill(Filler filler, Check trial) throws IOException, InterruptedException {
        Path own = beside();
        try {
            Path into = Files.createDirectory(own.resolve("into"));
            filler.fill(into, Files.createDirectory(own.resolve("work")));
            OwnFiles.tighten(into);
            trial.attempt(into);
            if (!isMoved(into, path)) {
                replace(into, own.resolve("old"), trial);
            }
        } finally {
            delete(own);
        }
    }

    /** Creates a directory to fill, and deletes those of processes that were killed while filling theirs. */
    private Path beside() throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        try {
            Files.createDirectories(parent);
            OwnFiles.tightenOne(parent);
            FileTime abandoned = FileTime.from(Instant.now().minus(ABANDONED));
            try (DirectoryStream<Path> others = Files.newDirectoryStream(parent, path.getFileName() + ".*")) {
                for (Path other : others) {
                    if (Files.getLastModifiedTime(other).compareTo(abandoned) < 0) {
                        delete(other);
                    }
                }
            }
            return Files.createTempDirectory(parent, path.getFileName() + ".");
        } catch (IOException e) {
            throw new IOException("nothing can be kept in " + parent + ": " + e, e);
        }
    }

    /** Replaces a directory whose files do not work, and keeps one whose files work. */
    private void replace(Path into, Path old, Check trial) throws IOException, InterruptedException {
        try {
            trial.attempt(path);
        } catch (IOException broken) {
            if (!isMoved(path, old) || !isMoved(into, path)) {
                // Another process has just replaced it.
                trial.attempt(path);
            }
        }
    }

    private static boolean isMoved(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static void delete(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
