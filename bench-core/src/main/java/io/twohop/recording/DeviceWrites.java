package io.twohop.recording;

import java.io.Closeable;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/** The bytes that one disk has written, as Linux counts them. The file stays open, and reading allocates nothing. One thread. */
final class DeviceWrites implements Closeable {
    /** Result of reading where nobody counts, or where the disk is unknown. */
    static final long UNKNOWN = -1;

    private static final long SECTOR_BYTES = 512;

    /** Fields between the device's name and the sectors written. */
    private static final int FIELDS_BEFORE = 6;

    private final long major;
    private final long minor;
    private final Optional<FileChannel> file;
    private final CountReader reader = new CountReader();

    /**
     * Opens the kernel's counts.
     *
     * @param device its major and minor number, as in {@code 8:1}; empty where nothing is written to a device
     */
    DeviceWrites(Path proc, String device) {
        int colon = device.indexOf(':');
        major = colon < 0 ? UNKNOWN : Long.parseLong(device.substring(0, colon));
        minor = colon < 0 ? UNKNOWN : Long.parseLong(device.substring(colon + 1));
        file = colon < 0 ? Optional.empty() : CountReader.open(proc.resolve("diskstats"));
    }

    /** Returns the bytes written so far, or {@link #UNKNOWN}. */
    long read() {
        if (file.isEmpty() || !reader.readAll(file.get())) {
            return UNKNOWN;
        }
        while (reader.hasMore()) {
            if (field() == major && field() == minor) {
                for (int skipped = 0; skipped <= FIELDS_BEFORE; skipped++) {
                    reader.skipBlanks();
                    reader.skip(1, ' ');
                }
                return field() * SECTOR_BYTES;
            }
            reader.skip(1, '\n');
        }
        return UNKNOWN;
    }

    private long field() {
        reader.skipBlanks();
        return reader.number();
    }

    @Override
    public void close() {
        file.ifPresent(CountReader::close);
    }
}
