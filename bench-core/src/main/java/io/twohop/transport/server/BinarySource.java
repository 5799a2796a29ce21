package io.twohop.transport.server;

import java.io.IOException;
import java.nio.file.Path;

/** A place that a server's binary can be fetched from, which checks what it brings. */
public interface BinarySource {
    /** The address or the command, as a user would type it: for errors and progress. */
    String name();

    /** Whether this machine has what it takes to try. */
    default boolean isPossible() {
        return true;
    }

    /**
     * Fetches it.
     *
     * @param work an empty directory, deleted afterwards
     * @param fileName of the binary
     * @return the binary, in that directory
     * @throws IOException when it cannot be had here; another source may have it
     */
    Path fetch(Path work, String fileName) throws IOException, InterruptedException;
}
