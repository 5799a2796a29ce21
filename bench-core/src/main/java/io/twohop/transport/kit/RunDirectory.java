package io.twohop.transport.kit;

import io.twohop.transport.Creation;
import io.twohop.transport.Creations;
import io.twohop.transport.RunContext;
import io.twohop.transport.Sweeper;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A run's directory below one that the user names, such as shared memory or a faster disk, readable by its user only. It
 * is recorded before it is created, so the process that survives deletes it, or the next run.
 */
public final class RunDirectory implements AutoCloseable {
    /** Kind of the creation. Its name is the whole path, whose last part is the run's id. */
    public static final String KIND = "directory";

    private static final Path HOST = Path.of("/proc/sys/kernel/hostname");

    private final Path path;
    private final Creations creations;
    private final Creation creation;

    /** @param parent created if absent, and then kept */
    public RunDirectory(Path parent, RunContext context) throws IOException {
        path = Files.createDirectories(parent).toRealPath().resolve(context.runId());
        creations = context.creations();
        creation = new Creation(host(), KIND, path.toString());
        try {
            creations.about(List.of(creation));
        } catch (TransportException e) {
            // In a container without a home, for one, which temporary files do not outlive either.
            Elsewhere.note(context.dataDirectory(), path);
        }
        try {
            create(path);
        } catch (FileAlreadyExistsException e) {
            // What this run did not make, no run may delete.
            creations.gone(List.of(creation));
            throw e;
        }
    }

    private static void create(Path path) throws IOException {
        if (Files.getFileStore(path.getParent()).supportsFileAttributeView("posix")) {
            Files.createDirectory(
                    path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        } else {
            Files.createDirectory(path);
        }
    }

    public Path path() {
        return path;
    }

    /** Deletes the directory. One that stays, since a thread still writes to it, stays recorded as well. */
    @Override
    public void close() {
        OwnedDirectory.delete(path);
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            creations.gone(List.of(creation));
        }
    }

    /** Returns what deletes such directories of ended runs on this machine. */
    public static Sweeper sweeper() {
        return new Sweeper() {
            @Override
            public String place() {
                return host();
            }

            @Override
            public Map<Creation, String> delete(Collection<Creation> directories) {
                Map<Creation, String> failed = new HashMap<>();
                for (Creation directory : directories) {
                    Path path = Path.of(directory.name());
                    try {
                        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !OwnedDirectory.deleteOwn(path)) {
                            failed.put(directory, "it is not this user's alone");
                        }
                    } catch (IOException e) {
                        failed.put(directory, e.toString());
                    }
                }
                return failed;
            }

            @Override
            public void close() {}
        };
    }

    /** Machines may share the directory of records. */
    private static String host() {
        try {
            return Files.isReadable(HOST)
                    ? Files.readString(HOST).strip()
                    : InetAddress.getLocalHost().getHostName();
        } catch (IOException e) {
            return "this machine";
        }
    }
}
