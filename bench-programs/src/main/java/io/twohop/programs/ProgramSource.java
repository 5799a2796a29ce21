package io.twohop.programs;

import java.io.IOException;
import java.nio.file.Path;

/** A place that a program can be fetched from, which checks what it brings. */
public interface ProgramSource {
    /** The address or the command, as a user would type it: for errors and progress. */
    String name();

    /** Whether this machine has what it takes to try. */
    default boolean isPossible() {
        return true;
    }

    /**
     * Fetches it.
     *
     * @param into an empty directory, for the program and what belongs beside it
     * @param work another one on the same disk, deleted afterwards
     * @param fileName of the program in the first directory
     * @throws IOException when it cannot be had here; another source may have it
     */
    void fetch(Path into, Path work, String fileName) throws IOException, InterruptedException;
}
