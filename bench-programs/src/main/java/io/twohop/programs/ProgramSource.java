package io.twohop.programs;

import java.io.IOException;
import java.nio.file.Path;

/** A source of a program. */
public interface ProgramSource {
    /** Returns the address or command as a user would type it, for errors and progress. */
    String name();

    /** Returns whether this machine can use the source. */
    default boolean isPossible() {
        return true;
    }

    /** Returns the checksums of the program that the source brings; {@link Pins#NONE} if the source alone checks it. */
    default Pins pins() {
        return Pins.NONE;
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
