package io.twohop.config;

import java.io.IOException;
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

    /** Asked only where a directory holds something of interest: it writes a file. */
    private static final class Self {
        static final Optional<UserPrincipal> USER = find();

        /** The owner of a new file: Java's name and number of a user without a passwd entry are another user's. */
        private static Optional<UserPrincipal> find() {
            try {
                Path own = Files.createTempFile("twohop-", ".user");
                try {
                    return Optional.of(Files.getOwner(own, LinkOption.NOFOLLOW_LINKS));
                } finally {
                    Files.delete(own);
                }
            } catch (IOException e) {
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

    /** Returns whether this user owns a file. */
    public static boolean owns(PosixFileAttributes file) {
        return Self.USER.filter(file.owner()::equals).isPresent();
    }
}
