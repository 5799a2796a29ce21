package io.twohop.leftovers;

import io.twohop.transport.Creation;
import io.twohop.transport.kit.RunDirectory;
import java.nio.file.Path;
import java.util.List;

/**
 * Possible remains of an ended run on servers it did not start, or in a directory of the user's.
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
        String name =
                isDirectory(creation) ? Path.of(creation.name()).getFileName().toString() : creation.name();
        return name.equals(run) || name.startsWith(run + "-");
    }

    /** Whether only directories remain, which can be deleted without a server. */
    public boolean isOfDirectories() {
        return creations.stream().allMatch(Leftover::isDirectory);
    }

    private static boolean isDirectory(Creation creation) {
        return creation.kind().equals(RunDirectory.KIND);
    }
}
