package io.twohop.config;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads files of unknown origin, such as results to compare. Anything but a regular file, and a file
 * beyond its limit, is a {@link ConfigException} that names file and limit.
 */
public final class LimitedFile {
    private static final int MEBIBYTE = 1 << 20;

    /** Limit on a file that is held in memory as a whole: many times the largest that the bench writes. */
    private static final long DOCUMENT = 16 * MEBIBYTE;

    /** Limit on a file that is read by lines: a row per second and fork for days. */
    private static final long TABLE = 256 * MEBIBYTE;

    /** Limit on a file of histograms, which is read as a stream: some kilobytes per second for days. */
    private static final long LOG = 4L << 30;

    private static final long LINE = 4 * MEBIBYTE;

    private LimitedFile() {}

    /** Opens a file that is read as a whole, such as JSON. */
    public static InputStream document(Path file) throws IOException {
        return open(file, DOCUMENT, DOCUMENT);
    }

    /** Opens a file of lines. */
    public static InputStream table(Path file) throws IOException {
        return open(file, TABLE, LINE);
    }

    /** Opens a file of lines, each of which is forgotten before the next is read. */
    public static InputStream log(Path file) throws IOException {
        return open(file, LOG, LINE);
    }

    /** Returns the content of a text file in UTF-8. */
    public static String text(Path file) throws IOException {
        try (InputStream in = document(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static InputStream open(Path file, long limit, long lineLimit) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            // A pipe would be waited for, and a device may have no end.
            throw ConfigException.invalid("file", file, "a regular file");
        }
        InputStream in = Files.newInputStream(file);
        if (Files.size(file) > limit) {
            in.close();
            throw tooLarge(file, limit);
        }
        return new Limited(in, file, limit, lineLimit);
    }

    private static ConfigException tooLarge(Path file, long limit) {
        return ConfigException.invalid("file", file, "at most " + limit / MEBIBYTE + " MiB");
    }

    /** Counts bytes, since a file may grow while it is read. */
    private static final class Limited extends FilterInputStream {
        private final Path file;
        private final long limit;
        private final long lineLimit;
        private long bytes;
        private long ofLine;

        Limited(InputStream in, Path file, long limit, long lineLimit) {
            super(in);
            this.file = file;
            this.limit = limit;
            this.lineLimit = lineLimit;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int count = super.read(into, offset, length);
            for (int i = offset; i < offset + count; i++) {
                ofLine = into[i] == '\n' ? 0 : ofLine + 1;
                if (ofLine > lineLimit) {
                    throw ConfigException.invalid("file", file, "lines of at most " + lineLimit / MEBIBYTE + " MiB");
                }
            }
            bytes += Math.max(0, count);
            if (bytes > limit) {
                throw tooLarge(file, limit);
            }
            return count;
        }
    }
}
