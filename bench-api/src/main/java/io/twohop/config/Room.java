package io.twohop.config;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Free disk space, beside that for messages, which a short run needs. */
public final class Room {
    private static final long LEAST_BYTES = 64 << 20;

    private Room() {}

    /**
     * Rejects a disk that is almost full.
     *
     * @param name of the setting that chose the disk
     * @param remedy what to do instead
     */
    public static void check(String name, Path directory, String remedy) throws IOException {
        if (!isIn(directory)) {
            String expected = String.format(
                    Locale.ROOT, "%d MB free; %s; %s", LEAST_BYTES >> 20, state(Files.getFileStore(directory)), remedy);
            throw ConfigException.invalid(name, directory, expected);
        }
    }

    private static String state(FileStore disk) throws IOException {
        return Texts.format(
                "%s (%s) has %,d of %,d MiB free",
                disk.name(), disk.type(), disk.getUsableSpace() >> 20, disk.getTotalSpace() >> 20);
    }

    /** Returns the nearest directory that exists, from a path upwards. */
    public static Path existing(Path path) {
        Path up = path.toAbsolutePath();
        while (!Files.isDirectory(up) && up.getParent() != null) {
            up = up.getParent();
        }
        return up;
    }

    /** Describes the disk of a directory if it is almost full; empty for others, and where nothing is known of it. */
    public static Optional<String> shortage(Path directory) {
        try {
            return shortage(directory, Files.getFileStore(existing(directory)));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static Optional<String> shortage(Path directory, FileStore disk) throws IOException {
        if (disk.getUsableSpace() >= LEAST_BYTES) {
            return Optional.empty();
        }
        return Optional.of("the disk of " + directory + " is full: " + state(disk));
    }

    public static boolean isIn(Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace() >= LEAST_BYTES;
    }
}
