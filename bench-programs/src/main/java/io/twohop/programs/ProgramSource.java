package io.twohop.programs;

import java.io.IOException;
import java.nio.file.Path;

/** A source of a program, which checks what it fetches. */
public interface ProgramSource {
    /** Returns the address or command as a user would type it, for errors and progress. */
    String name();

    /** Returns whether this machine can use the source. */
    default boolean isPossible() {
        return true;
    }

    /**
     * Fetches the program.
     *
     * @param into an empty directory, for the program and its files
     * @param work another empty directory on the same disk, deleted afterwards
     * @param fileName of the program in the first directory
     * @throws IOException if this source fails; another may succeed
     */
    void fetch(Path into, Path work, String fileName) throws IOException, InterruptedException;
}
