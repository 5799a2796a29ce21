package io.twohop.transport.aeron;

import io.twohop.config.ConfigException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/** Checks an external media driver by its file alone: Aeron's classes need flags that the checking process may lack. */
final class ForeignDriver {
    private static final String KEY = "dir";
    private static final String CNC = "cnc.dat";
    private static final int MAJOR_SHIFT = 16;
    private static final int MAJOR = 0;

    /** Position of the ring's length in the file, after the version. */
    private static final int RING_LENGTH_AT = 4;

    private static final int RING_AT = 128;

    /** Length of the ring's trailer, which holds the driver's heartbeat. */
    static final int TRAILER_BYTES = 768;

    static final int HEARTBEAT_AT = 640;
    private static final long MOST_SILENT_MILLIS = TimeUnit.SECONDS.toMillis(10);

    private ForeignDriver() {}

    /** @throws ConfigException if no driver of this version runs there */
    static void check(Path dir) throws IOException {
        Path cnc = dir.resolve(CNC);
        if (!Files.isRegularFile(cnc)) {
            throw ConfigException.invalid(
                    KEY, dir, "the aeron.dir of a media driver that runs, which has a file cnc.dat");
        }
        if (!Files.isReadable(cnc) || !Files.isWritable(cnc)) {
            throw ConfigException.invalid(KEY, dir, "an aeron.dir whose cnc.dat this user can read and write");
        }
        try (FileChannel file = FileChannel.open(cnc, StandardOpenOption.READ)) {
            ByteBuffer head = read(file, 0, RING_AT);
            int version = head.getInt(0);
            int ringBytes = head.getInt(RING_LENGTH_AT);
            boolean isRing = ringBytes > TRAILER_BYTES && Integer.bitCount(ringBytes - TRAILER_BYTES) == 1;
            if (version >> MAJOR_SHIFT != MAJOR || version == 0 || !isRing) {
                throw ConfigException.invalid(
                        KEY,
                        dir,
                        "the aeron.dir of a media driver, and its cnc.dat is none of a version that is known");
            }
            ByteBuffer heartbeat = read(file, RING_AT + ringBytes - TRAILER_BYTES + HEARTBEAT_AT, Long.BYTES);
            long silentMillis = System.currentTimeMillis() - heartbeat.getLong(0);
            if (silentMillis > MOST_SILENT_MILLIS) {
                throw ConfigException.invalid(
                        KEY,
                        dir,
                        "the aeron.dir of a media driver that runs; this one's last sign of life was "
                                + TimeUnit.MILLISECONDS.toSeconds(silentMillis) + " s ago");
            }
        }
    }

    private static ByteBuffer read(FileChannel file, int at, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        file.read(buffer, at);
        return buffer;
    }
}
