package io.twohop.agents;

import io.twohop.config.ConfigException;
import io.twohop.config.ThisUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The directory in which an agent keeps measurements until they are handed over. Users who may write to it, or rename it, could lead the
 * agent's files elsewhere by links.
 */
final class AgentDirectory {
    private static final String OPTION = "--directory";
    private static final int STICKY = 01000;

    private final Path path;

    /**
     * Creates the directory, readable by this user only, unless it exists.
     *
     * @throws ConfigException if another user may write to it, or everybody may to a directory above it
     */
    AgentDirectory(Path directory) throws IOException {
        this(directory, Path.of("/proc/1"));
    }

    /** @param firstProcess the directory that Linux has for the first process */
    AgentDirectory(Path directory, Path firstProcess) throws IOException {
        Path exists = directory.toAbsolutePath();
        while (!Files.isDirectory(exists)) {
            exists = exists.getParent();
        }
        // Another agent may create it at the same time.
        path = Files.createDirectories(directory, ownerOnly(exists)).toRealPath();
        if (hasOwners(path) && !isOnlyUsers(firstProcess)) {
            check();
        }
    }

    Path path() {
        return path;
    }

    /** Creates a directory of a call in it, and returns it. */
    Path create(String call, String name) throws IOException {
        return Files.createDirectories(path.resolve(call).resolve(name), ownerOnly(path));
    }

    private static FileAttribute<?>[] ownerOnly(Path parent) throws IOException {
        return hasOwners(parent)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean hasOwners(Path file) throws IOException {
        return Files.getFileStore(file).supportsFileAttributeView("posix");
    }

    /**
     * Returns whether the first process is this user's, and this user is not root: in a container that has no other users. A volume there,
     * such as an {@code emptyDir}, belongs to root, and everybody may write to it.
     */
    private static boolean isOnlyUsers(Path firstProcess) {
        try {
            return !isOfRoot(firstProcess) && isOfThisUser(firstProcess);
        } catch (IOException e) {
            // This is no Linux, or it hides other users' processes.
            return false;
        }
    }

    private void check() throws IOException {
        if (!isTrusted(path)) {
            throw ConfigException.invalid(
                    OPTION,
                    path,
                    "a directory of the user who runs the agent, not of "
                            + Files.getOwner(path).getName() + "; give another one, or chown it");
        }
        if (permissions(path).contains(PosixFilePermission.GROUP_WRITE) && !isSticky(path)) {
            throw shared(path);
        }
        for (Path each = path; each != null; each = each.getParent()) {
            if (permissions(each).contains(PosixFilePermission.OTHERS_WRITE) && !isSticky(each)) {
                throw shared(each);
            }
        }
    }

    private ConfigException shared(Path where) {
        return ConfigException.invalid(
                OPTION,
                path,
                "a directory that no other user can write to, nor everybody to one above it, unlike " + where
                        + "; chmod go-w " + where + ", or give one in your home directory");
    }

    private static Set<PosixFilePermission> permissions(Path file) throws IOException {
        return Files.getPosixFilePermissions(file);
    }

    /** In a sticky directory others can neither rename nor delete what is not theirs, except its owner. */
    private static boolean isSticky(Path directory) throws IOException {
        return ((int) Files.getAttribute(directory, "unix:mode") & STICKY) != 0 && isTrusted(directory);
    }

    private static boolean isTrusted(Path file) throws IOException {
        return isOfRoot(file) || isOfThisUser(file);
    }

    private static boolean isOfRoot(Path file) throws IOException {
        return Integer.valueOf(0).equals(Files.getAttribute(file, "unix:uid"));
    }

    private static boolean isOfThisUser(Path file) throws IOException {
        return ThisUser.owns(Files.readAttributes(file, PosixFileAttributes.class));
    }
}
