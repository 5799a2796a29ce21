package io.twohop.replay;

import io.airlift.compress.zstd.ZstdInputStream;
import io.twohop.config.ConfigException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;

/** Unpacks a file, told by its first bytes rather than its name. */
final class PackedFile {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final byte[] GZIP = {0x1f, (byte) 0x8b};
    private static final byte[] ZSTD = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
    private static final byte[] ZIP = {'P', 'K', 3, 4};
    private static final byte[] XZ = {(byte) 0xfd, '7', 'z', 'X', 'Z'};
    private static final byte[] BZIP2 = {'B', 'Z', 'h'};

    private PackedFile() {}

    /** The file's content, unpacked where it is packed; it closes what it reads from. */
    static InputStream unpacked(Path file, InputStream raw) throws IOException {
        BufferedInputStream in = new BufferedInputStream(raw, BUFFER_BYTES);
        in.mark(XZ.length);
        byte[] first = in.readNBytes(XZ.length);
        in.reset();
        if (begins(first, GZIP)) {
            return new GZIPInputStream(in, BUFFER_BYTES);
        }
        if (begins(first, ZSTD)) {
            return new ZstdInputStream(in);
        }
        if (begins(first, ZIP)) {
            return new ZippedFile(file, in);
        }
        if (begins(first, XZ) || begins(first, BZIP2)) {
            throw ConfigException.inFile(
                    file, 1, "file", "packed in another way", "a CSV file, plain or packed by gzip, zstd or zip");
        }
        return in;
    }

    private static boolean begins(byte[] first, byte[] magic) {
        return first.length >= magic.length && Arrays.equals(first, 0, magic.length, magic, 0, magic.length);
    }
}
