package io.twohop.transport.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A directory outside a run's private one that goes with it, such as one in shared memory: a link in the private directory
 * names it, so that the process that deletes that one, however the run ended, deletes the other as well.
 */
public final class Elsewhere {
    /** What names of such directories begin with: nothing else is ever deleted by a link. */
    public static final String PREFIX = "twohop-";

    private static final String LINK = "elsewhere-";

    private Elsewhere() {}

    /**
     * Makes one, readable by its user only.
     *
     * @param dataDirectory the run's private one
     * @param parent where it is made
     * @param name follows {@link #PREFIX}, and is followed by a number
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

    /** The directory that a file of a private directory stands for; empty where it is not such a link. */
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
