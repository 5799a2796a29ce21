package io.twohop.transport.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A directory outside a run's private one that is deleted with it, such as one in shared memory. A link in the private
 * directory names it, so whichever process deletes the private one also deletes the other.
 */
public final class Elsewhere {
    /** Prefix of such directories: nothing else is deleted by a link. */
    public static final String PREFIX = "twohop-";

    private static final String LINK = "elsewhere-";

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
            Files.createSymbolicLink(dataDirectory.resolve(LINK + directory.getFileName()), directory);
        } catch (IOException | UnsupportedOperationException e) {
            Files.delete(directory);
            throw e;
        }
        return directory;
    }

    /** Returns the directory that a link stands for; empty for other files. */
    public static Optional<Path> of(Path file) {
        try {
            if (!file.getFileName().toString().startsWith(LINK) || !Files.isSymbolicLink(file)) {
                return Optional.empty();
            }
            return Optional.of(Files.readSymbolicLink(file))
                    .filter(target -> target.getFileName().toString().startsWith(PREFIX)
                            && Files.isDirectory(target)
                            && !Files.isSymbolicLink(target));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
