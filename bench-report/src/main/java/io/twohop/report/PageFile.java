package io.twohop.report;

import io.twohop.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a page, and overwrites none but one of ours. */
final class PageFile {
    /** What every page of ours begins with. */
    private static final String MARK = "<meta name=\"generator\" content=\"TwoHop\">";

    private static final int HEAD = 1_024;

    private PageFile() {}

    /**
     * Checks beforehand what {@link #write} would refuse.
     *
     * @param option that named the file
     * @throws ConfigException where another file has that name, or its directory does not exist
     */
    static void check(Path file, String option) throws IOException {
        if (Files.exists(file) && !isOurs(file)) {
            throw ConfigException.invalid(option, file, "a new file, or a report to be written anew; this is another");
        }
        if (!Files.isDirectory(file.toAbsolutePath().getParent())) {
            throw ConfigException.invalid(option, file, "a file in a directory that exists");
        }
    }

    /** Writes it under another name and renames it. */
    static void write(Path file, String option, String html) throws IOException {
        check(file, option);
        Path partial = file.toAbsolutePath().resolveSibling(file.getFileName() + ".partial");
        try {
            Files.writeString(partial, html);
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    private static boolean isOurs(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(HEAD), StandardCharsets.UTF_8).contains(MARK);
        }
    }
}
