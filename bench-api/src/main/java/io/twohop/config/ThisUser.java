package io.twohop.config;

import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.Optional;

/** The user of this process. Directories that several users share may hold entries that another user made to do harm. */
public final class ThisUser {
    private ThisUser() {}

    /** Asked only where a directory holds something of interest: it loads native code. */
    private static final class Self {
        static final Optional<UserPrincipal> USER = find();

        private static Optional<UserPrincipal> find() {
            try {
                FileSystem files = FileSystems.getDefault();
                // A number is found although no passwd entry names it.
                String number = Long.toString(new UnixSystem().getUid());
                return Optional.of(files.getUserPrincipalLookupService().lookupPrincipalByName(number));
            } catch (IOException | LinkageError e) {
                // Then nothing counts as this user's.
                return Optional.empty();
            }
        }
    }

    /** Returns whether this user owns a regular file; follows no link. */
    public static boolean ownsFile(Path file) {
        try {
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && ownsFile(
                            Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Returns whether this user owns a regular file.
     *
     * @param file {@code null} on a system without owners, where each file counts as this user's
     */
    public static boolean ownsFile(PosixFileAttributeView file) throws IOException {
        return file == null || file.readAttributes().isRegularFile() && owns(file.readAttributes());
    }

    /**
     * Returns whether this user owns a directory and nobody else may create, rename or delete entries in it.
     *
     * @param directory {@code null} on a system without owners, where each directory counts as this user's
     */
    public static boolean ownsAlone(PosixFileAttributeView directory) throws IOException {
        if (directory == null) {
            return true;
        }
        PosixFileAttributes attributes = directory.readAttributes();
        return attributes.isDirectory()
                && owns(attributes)
                && !attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)
                && !attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE);
    }

    private static boolean owns(PosixFileAttributes file) {
        return Self.USER.filter(file.owner()::equals).isPresent();
    }
}
