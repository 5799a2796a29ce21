package io.twohop.transport.chronicle;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Removes a directory that this transport created, with the queues in it. */
final class DirectoryRemoval {
    private DirectoryRemoval() {}

    static void remove(Path directory) {
        try {
            if (Files.isDirectory(directory)) {
                try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                    entries.forEach(DirectoryRemoval::remove);
                }
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            System.err.println("could not delete " + directory + ": " + e);
        }
    }
}
