package io.twohop.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** Whether a disk has room for what a short run writes, beside what its messages take. */
public final class Room {
    private static final long LEAST_BYTES = 64 << 20;

    private Room() {}

    /**
     * Refuses a disk that is as good as full.
     *
     * @param name of what says where
     * @param remedy what to do instead
     */
    public static void check(String name, Path directory, String remedy) throws IOException {
        if (!isIn(directory)) {
            String expected = String.format(Locale.ROOT, "%d MB free; ", LEAST_BYTES >> 20);
            throw ConfigException.invalid(name, directory, expected + remedy);
        }
    }

    /** Whether there is enough. */
    public static boolean isIn(Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace() >= LEAST_BYTES;
    }
}
