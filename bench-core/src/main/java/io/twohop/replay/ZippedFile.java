package io.twohop.replay;

import io.twohop.config.ConfigException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** The only file in a zip archive, as exchanges publish their days. Refuses an archive of several, at the end of the first. */
final class ZippedFile extends FilterInputStream {
    private static final String OF_MACOS = "__MACOSX/";
    private static final String EXPECTED = "an archive of one CSV file";

    private final Path file;
    private final ZipInputStream archive;

    ZippedFile(Path file, InputStream in) throws IOException {
        super(new ZipInputStream(in, StandardCharsets.ISO_8859_1));
        this.file = file;
        archive = (ZipInputStream) this.in;
        if (nextFile() == null) {
            throw ConfigException.inFile(file, 1, "file", "an archive without files", EXPECTED);
        }
    }

    /** Returns the next entry that is neither a directory nor one that macOS adds; null at the end. */
    private ZipEntry nextFile() throws IOException {
        ZipEntry entry = archive.getNextEntry();
        while (entry != null && (entry.isDirectory() || entry.getName().startsWith(OF_MACOS))) {
            entry = archive.getNextEntry();
        }
        return entry;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = archive.read(bytes, offset, length);
        if (read < 0) {
            ZipEntry further = nextFile();
            if (further != null) {
                throw ConfigException.inFile(
                        file, 1, "file", "an archive with further files: " + further.getName(), EXPECTED);
            }
        }
        return read;
    }
}
