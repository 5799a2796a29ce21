package io.twohop.transport.kit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * A directory outside a run's private one that is deleted with it, such as one in shared memory. A file in the private
 * directory names it, so whichever process deletes the private one also deletes the other. It is no link, since a link
 * cannot be read by a descriptor.
 */
public final class Elsewhere {
    /** Prefix of such directories: nothing else is deleted by a note. */
    public static final String PREFIX = "twohop-";

    private static final String NOTE = "elsewhere-";
    private static final int MAX_PATH_BYTES = 4_096;

    private Elsewhere() {}

    /**
     * Creates such a directory, readable by its user only.
     *
     * @param dataDirectory the run's private directory
     * @param parent of the new directory
     * @param name follows {@link #PREFIX}; a number follows it
     */
    public static Path create(Path dataDirectory, Path parent, String name) throws IOException {
        Path directory = Files.createTempDirectory(parent, PREFIX + name + "-");
        try {
            note(dataDirectory, directory);
        } catch (IOException e) {
            Files.delete(directory);
            throw e;
        }
        return directory;
    }

    /** Has a directory, whose name begins with {@link #PREFIX}, deleted with a private directory. */
    static void note(Path dataDirectory, Path directory) throws IOException {
        Files.writeString(
                dataDirectory.resolve(NOTE + directory.getFileName()),
                directory.toAbsolutePath().toString(),
                StandardOpenOption.CREATE_NEW);
    }

    /** Returns the directory that a file of this user names; empty for other files. */
    static Optional<Path> of(OpenDirectory directory, Path name) {
        if (!name.toString().startsWith(NOTE)) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.allocate(MAX_PATH_BYTES);
        try (SeekableByteChannel note = directory.openOwnFile(name, StandardOpenOption.READ)) {
            while (bytes.hasRemaining() && note.read(bytes) >= 0) {
                // Read on.
            }
            return Optional.of(
                            Path.of(StandardCharsets.UTF_8.decode(bytes.flip()).toString()))
                    .filter(Path::isAbsolute)
                    .filter(target -> target.getFileName().toString().startsWith(PREFIX));
        } catch (IOException | InvalidPathException e) {
            return Optional.empty();
        }
    }
}
