package io.twohop.leftovers;

import io.twohop.transport.Creation;
import java.nio.file.Path;
import java.util.List;

/**
 * Possible remains of an ended run on servers it did not start.
 *
 * @param log its creation log
 * @param run id of the run
 * @param transport name of its transport
 * @param transportFile the user's name of the file
 * @param creations all that it was about to create
 */
public record Leftover(Path log, String run, String transport, String transportFile, List<Creation> creations) {
    /** Whether a creation carries the run's mark. */
    boolean isOfRun(Creation creation) {
        return creation.name().equals(run) || creation.name().startsWith(run + "-");
    }
}
