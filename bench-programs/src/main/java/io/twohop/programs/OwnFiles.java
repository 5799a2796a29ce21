package io.twohop.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Files that no other user can have changed. On Windows, a user's cache is private by default, and nothing is checked. */
final class OwnFiles {
    private static final int WRITABLE_BY_OTHERS = 0b010_010;
    private static final int ROOT = 0;
    private static final Path SELF = Path.of("/proc/self");

    private OwnFiles() {}

    static boolean areKnown(Path path) {
        return path.getFileSystem().supportedFileAttributeViews().contains("unix");
    }

    /**
     * Refuses a file or directory that another user, except root, owns or may write.
     *
     * @throws IOException with the reason, or if the path does not exist
     */
    static void require(Path path) throws IOException {
        if (!areKnown(path)) {
            return;
        }
        Map<String, Object> attributes = Files.readAttributes(path, "unix:uid,mode", LinkOption.NOFOLLOW_LINKS);
        int owner = (Integer) attributes.get("uid");
        if (owner != ROOT && owner != uid()) {
            throw new IOException(path + " belongs to another user");
        }
        if (((Integer) attributes.get("mode") & WRITABLE_BY_OTHERS) != 0) {
            throw new IOException(path + " can be changed by other users");
        }
    }

    private static int uid() throws IOException {
        Path own = Files.exists(SELF) ? SELF : Path.of(System.getProperty("user.home"));
        return (Integer) Files.getAttribute(own, "unix:uid");
    }

    /** Removes the right of other users to change a file, or a directory and its files. */
    static void tighten(Path path) throws IOException {
        if (!areKnown(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                tightenOne(file);
            }
        }
    }

    static void tightenOne(Path file) throws IOException {
        if (areKnown(file) && !Files.isSymbolicLink(file)) {
            Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
            if (permissions.remove(PosixFilePermission.GROUP_WRITE)
                    | permissions.remove(PosixFilePermission.OTHERS_WRITE)) {
                Files.setPosixFilePermissions(file, permissions);
            }
        }
    }
}
