package io.twohop.config;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes files that exist as a whole or not at all, also if the disk fills meanwhile. */
public final class WholeFile {
    private static final String PARTIAL_SUFFIX = ".partial";

    /** The content of a file. */
    @FunctionalInterface
    public interface Content {
        /** Writes the content; the caller closes the stream. */
        void writeTo(OutputStream out) throws IOException;
    }

    private WholeFile() {}

    /**
     * Writes a file, and replaces one that exists.
     *
     * @throws IOException if writing fails; the file is then as it was before
     */
    public static void write(Path file, Content content) throws IOException {
        Path partial = file.resolveSibling(file.getFileName() + PARTIAL_SUFFIX);
        // Another user's link in a shared directory must not lead to a file of this one.
        Files.deleteIfExists(partial);
        try {
            try (OutputStream out =
                    Files.newOutputStream(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                content.writeTo(out);
            }
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    /** Writes a text in UTF-8; see {@link #write(Path, Content)}. */
    public static void write(Path file, CharSequence text) throws IOException {
        write(file, out -> out.write(text.toString().getBytes(StandardCharsets.UTF_8)));
    }
}
