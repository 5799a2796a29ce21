package io.twohop.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** A temporary directory of one run's own, readable by its user only. */
public final class PrivateDirectory implements AutoCloseable {
    private final Path path;

    /** Creates it where the system keeps temporary files. */
    public PrivateDirectory() {
        try {
            path = Files.createTempDirectory("twohop-");
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "java.io.tmpdir: " + System.getProperty("java.io.tmpdir") + " (expected: a directory to write to)",
                    e);
        }
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() {
        delete(path);
    }

    /** Deletes a directory with all it holds; what cannot be deleted is named on standard error and left. */
    static void delete(Path directory) {
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
}
