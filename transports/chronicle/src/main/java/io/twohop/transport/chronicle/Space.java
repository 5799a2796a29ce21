package io.twohop.transport.chronicle;

import io.twohop.config.Room;
import io.twohop.machine.ControlGroups;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Bytes that the files of a directory may still take: of a disk, or of memory if the file system lies in it. */
final class Space {
    private static final String IN_MEMORY = "tmpfs";
    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d{1,15}) kB");
    private static final long KILO = 1_024;

    private Space() {}

    /** Returns the bytes that are free below a path, which need not exist yet. */
    static long usableBytes(Path path) throws IOException {
        FileStore store = Files.getFileStore(Room.existing(path));
        return usableBytes(store.getUsableSpace(), store.type(), Path.of("/"));
    }

    /** @param root where {@code proc} and {@code sys} are */
    static long usableBytes(long freeBytes, String fileSystem, Path root) {
        if (!IN_MEMORY.equals(fileSystem)) {
            return freeBytes;
        }
        long left = ControlGroups.of(root).memoryLeftBytes().orElse(Long.MAX_VALUE);
        return Math.min(freeBytes, Math.min(left, availableBytes(root).orElse(Long.MAX_VALUE)));
    }

    private static Optional<Long> availableBytes(Path root) {
        try {
            return Optional.of(AVAILABLE.matcher(Files.readString(root.resolve("proc/meminfo"))))
                    .filter(Matcher::find)
                    .map(MatchResult.class::cast)
                    .map(found -> KILO * Long.parseLong(found.group(1)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
