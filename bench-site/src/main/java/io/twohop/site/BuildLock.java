package io.twohop.site;

import io.twohop.config.ConfigException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/**
 * A file that one build of a site holds at a time. The kernel drops the lock of a build that was killed, so its file keeps nobody out.
 */
final class BuildLock {
    static final String NAME = ".build-lock";

    private final Path directory;
    private final boolean isNew;
    private final FileChannel channel;

    private BuildLock(Path directory, boolean isNew, FileChannel channel) {
        this.directory = directory;
        this.isNew = isNew;
        this.channel = channel;
    }

    /**
     * Locks a site.
     *
     * @param directory created if it is missing
     * @throws ConfigException while another build holds it
     */
    static BuildLock of(Path directory) throws IOException {
        boolean isNew = !Files.exists(directory);
        Files.createDirectories(directory);
        Path file = directory.resolve(NAME);
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        boolean isHeld = false;
        try {
            FileLock lock = channel.tryLock();
            isHeld = lock != null && isOf(file, channel);
        } catch (OverlappingFileLockException e) {
            // Another thread of this process has it.
        } finally {
            if (!isHeld) {
                channel.close();
            }
        }
        if (!isHeld) {
            throw ConfigException.invalid(
                    "DIR", directory, "a site that no other build writes; wait for that build, and repeat");
        }
        return new BuildLock(directory, isNew, channel);
    }

    /** A build that just ended may have deleted the file between its opening and its locking; then a third may hold a new one. */
    private static boolean isOf(Path file, FileChannel channel) throws IOException {
        String mark = UUID.randomUUID().toString();
        channel.truncate(0);
        channel.write(StandardCharsets.US_ASCII.encode(mark), 0);
        try {
            return Files.readString(file).equals(mark);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Lets other builds in, and removes a directory that this one made and left empty. */
    void close() throws IOException {
        Files.deleteIfExists(directory.resolve(NAME));
        channel.close();
        if (isNew) {
            try {
                Files.deleteIfExists(directory);
            } catch (DirectoryNotEmptyException e) {
                // The build has written the site.
            }
        }
    }
}
