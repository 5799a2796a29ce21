package io.twohop.report;

import io.twohop.config.ConfigException;
import io.twohop.config.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes pages; overwrites only files that are pages of ours. */
final class PageFile {
    /** The beginning of every page of ours. */
    private static final String MARK = "<meta name=\"generator\" content=\"TwoHop\">";

    private static final int HEAD = 1_024;

    private PageFile() {}

    /**
     * Checks in advance that {@link #write} can write a file.
     *
     * @param option the option that named the file
     * @throws ConfigException if the file exists and is not a page of ours, or its directory does not exist
     */
    static void check(Path file, String option) throws IOException {
        if (Files.exists(file) && !isOurs(file)) {
            throw ConfigException.invalid(option, file, "a new file, or a report to be written anew; this is another");
        }
        if (!Files.isDirectory(file.toAbsolutePath().getParent())) {
            throw ConfigException.invalid(option, file, "a file in a directory that exists");
        }
    }

    /** Writes the page under a temporary name and renames it. */
    static void write(Path file, String option, String html) throws IOException {
        check(file, option);
        WholeFile.write(file, html);
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
