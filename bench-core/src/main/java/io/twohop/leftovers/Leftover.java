package io.twohop.leftovers;

import io.twohop.transport.Creation;
import java.nio.file.Path;
import java.util.List;

/**
 * What a run that is over may have left on servers that are not its own.
 *
 * @param log its creation log
 * @param run its id
 * @param transport the name of its transport
 * @param transportFile what the user called the file
 * @param creations all that it was about to make
 */
public record Leftover(Path log, String run, String transport, String transportFile, List<Creation> creations) {
    /** Whether it carries the run's mark. */
    boolean isOfRun(Creation creation) {
        return creation.name().equals(run) || creation.name().startsWith(run + "-");
    }
}
