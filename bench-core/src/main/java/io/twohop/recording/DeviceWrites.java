package io.twohop.recording;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The bytes that one disk has written, as Linux counts them. The file stays open, and reading allocates nothing. One thread. */
final class DeviceWrites implements Closeable {
    /** Result of reading where nobody counts, or where the disk is unknown. */
    static final long UNKNOWN = -1;

    private static final long SECTOR_BYTES = 512;

    /** Fields between the device's name and the sectors written. */
    private static final int FIELDS_BEFORE = 6;

    private final long major;
    private final long minor;
    private final FileChannel file;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(8 << 10);

    /**
     * Opens the kernel's counts.
     *
     * @param proc /proc
     * @param device its major and minor number, as in {@code 8:1}; empty where nothing is written to a device
     */
    DeviceWrites(Path proc, String device) {
        int colon = device.indexOf(':');
        major = colon < 0 ? UNKNOWN : Long.parseLong(device.substring(0, colon));
        minor = colon < 0 ? UNKNOWN : Long.parseLong(device.substring(colon + 1));
        file = colon < 0 ? null : opened(proc.resolve("diskstats"));
    }

    private static FileChannel opened(Path path) {
        try {
            return FileChannel.open(path, StandardOpenOption.READ);
        } catch (IOException e) {
            return null;
        }
    }

    /** Returns the bytes written so far, or {@link #UNKNOWN}. */
    long read() {
        try {
            if (file == null) {
                return UNKNOWN;
            }
            readAll();
        } catch (IOException e) {
            return UNKNOWN;
        }
        while (buffer.hasRemaining()) {
            if (field() == major && field() == minor) {
                for (int skipped = 0; skipped <= FIELDS_BEFORE; skipped++) {
                    skipWord();
                }
                return field() * SECTOR_BYTES;
            }
            while (buffer.hasRemaining() && buffer.get() != '\n') {
                // The rest of another device's line.
            }
        }
        return UNKNOWN;
    }

    private void readAll() throws IOException {
        buffer.clear();
        while (file.read(buffer, buffer.position()) > 0) {
            if (!buffer.hasRemaining()) {
                // The next read begins at the beginning again.
                buffer = ByteBuffer.allocateDirect(2 * buffer.capacity());
            }
        }
        buffer.flip();
    }

    private long field() {
        skipBlanks();
        return ThreadFiles.number(buffer);
    }

    private void skipWord() {
        skipBlanks();
        while (buffer.hasRemaining() && buffer.get() > ' ') {
            // Part of the word.
        }
    }

    private void skipBlanks() {
        while (buffer.hasRemaining() && buffer.get(buffer.position()) == ' ') {
            buffer.get();
        }
    }

    @Override
    public void close() {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            // It was only read.
        }
    }
}
