package io.twohop.recording;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How much of a file Linux reads, or prepares, at once when a page of it is touched that is not in memory. */
public final class ReadAhead {
    private ReadAhead() {}

    /** Returns the read-ahead of the device below a directory, in bytes; 0 without a device, as in memory, or if unknown. */
    public static long bytes(Path sys, Path directory) {
        try {
            String kibibytes = Files.readString(
                            sys.resolve("class/bdi").resolve(device(directory)).resolve("read_ahead_kb"))
                    .strip();
            return Long.parseLong(kibibytes) << 10;
        } catch (IOException | RuntimeException e) {
            return 0;
        }
    }

    /** Major and minor number of the device below a directory; empty if unknown. */
    public static String device(Path directory) {
        try {
            return name(((Number) Files.getAttribute(directory, "unix:dev")).longValue());
        } catch (IOException | RuntimeException e) {
            return "";
        }
    }

    /** Major and minor number, as glibc packs them. */
    static String name(long device) {
        long major = device >>> 8 & 0xfff | device >>> 32 & ~0xfffL;
        long minor = device & 0xff | device >>> 12 & ~0xffL;
        return major + ":" + minor;
    }
}
