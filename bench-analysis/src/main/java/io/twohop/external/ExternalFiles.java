package io.twohop.external;

import io.twohop.config.ConfigException;
import io.twohop.config.LimitedFile;
import io.twohop.config.Secrets;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Recognizes files of other tools by their content, and reads them. */
public final class ExternalFiles {
    /** The formats that are understood, for messages. */
    public static final String UNDERSTOOD =
            "a file of another tool: JMH's JSON or CSV, an HdrHistogram log or percentile text,"
                    + " wrk2's output, OpenMessaging Benchmark's JSON";

    /** The lines that tell a file's format lie before this: wrk2 prints a line per thread first. */
    private static final int MOST_BYTES = 1 << 16;

    /** A key at the start of this bench's results. */
    private static final String OWN = "\"schemaVersion\"";

    private static final int FEW = 10;
    private static final int MOST_SHOWN = 200;
    private static final String MARK = "\ufeff";

    /** A format that was recognized. */
    private enum Format {
        JSON,
        JMH_CSV,
        HISTOGRAM_LOG,
        PERCENTILE_TEXT
    }

    private ExternalFiles() {}

    /** Returns whether a file is another tool's, without reading all of it; any JSON counts. */
    public static boolean isOne(Path file) throws IOException {
        return Files.isRegularFile(file) && format(file).isPresent();
    }

    /**
     * Reads a file.
     *
     * @param name for people
     * @return empty if it is of no known format
     * @throws ConfigException if it is of a known format but cannot be read
     */
    public static Optional<ExternalResult> read(String name, Path file, FileUnits units) throws IOException {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        Optional<Format> format = format(file);
        if (format.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (format.get()) {
                    case JSON -> json(name, file);
                    case JMH_CSV -> JmhCsvFile.read(name, file, firstLines(file).get(0));
                    case HISTOGRAM_LOG -> HistogramLogFile.read(name, file, units);
                    case PERCENTILE_TEXT -> PercentileText.read(name, file, units);
                });
    }

    /**
     * Reads a result of OpenMessaging Benchmark.
     *
     * @param name for people
     * @throws ConfigException for any other file
     */
    public static ExternalResult readOpenMessaging(String name, Path file) throws IOException {
        LocatedJson json = LocatedJson.read(file);
        if (!OpenMessagingFile.isOne(json.root())) {
            throw ConfigException.invalid("result", file, "a result of OpenMessaging Benchmark; this is other JSON");
        }
        return OpenMessagingFile.read(name, json);
    }

    private static ExternalResult json(String name, Path file) throws IOException {
        LocatedJson json = LocatedJson.read(file);
        if (JmhJsonFile.isOne(json.root())) {
            return JmhJsonFile.read(name, json);
        }
        if (OpenMessagingFile.isOne(json.root())) {
            return OpenMessagingFile.read(name, json);
        }
        throw ConfigException.invalid("result", file, UNDERSTOOD + "; this is other JSON");
    }

    private static Optional<Format> format(Path file) throws IOException {
        List<String> lines = firstLines(file);
        String first =
                lines.stream().filter(line -> !line.isBlank()).findFirst().orElse("");
        if (first.stripLeading().startsWith("{") || first.stripLeading().startsWith("[")) {
            return lines.stream().limit(FEW).anyMatch(line -> line.contains(OWN))
                    ? Optional.empty()
                    : Optional.of(Format.JSON);
        }
        if (!lines.isEmpty() && JmhCsvFile.isOne(lines.get(0))) {
            return Optional.of(Format.JMH_CSV);
        }
        if (HistogramLogFile.isOne(lines)) {
            return Optional.of(Format.HISTOGRAM_LOG);
        }
        return PercentileText.isOne(lines) ? Optional.of(Format.PERCENTILE_TEXT) : Optional.empty();
    }

    private static List<String> firstLines(Path file) throws IOException {
        try (InputStream in = LimitedFile.log(file)) {
            byte[] first = in.readNBytes(MOST_BYTES);
            if (first.length > 1 && (first[0] == -1 && first[1] == -2 || first[0] == -2 && first[1] == -1)) {
                throw ConfigException.inFile(file, 1, "encoding", "UTF-16", "UTF-8");
            }
            String text = withoutMark(new String(first, StandardCharsets.UTF_8));
            return new BufferedReader(new StringReader(text)).lines().toList();
        }
    }

    /** Returns a line without the byte order mark that may stand before the first. */
    static String withoutMark(String line) {
        return line.startsWith(MARK) ? line.substring(MARK.length()) : line;
    }

    /** Returns a text to show and to compare: of a long one, a digest stands for the part that is left out. */
    static String compared(String text) {
        String shown = shown(text);
        return shown.equals(text) ? shown : shown + " (" + Integer.toHexString(text.hashCode()) + ")";
    }

    /** Returns a text of a file as tables and notes show it: on one line, not endless, and without secrets. */
    static String shown(String text) {
        String line = Secrets.redact(text).replaceAll("\\p{Cntrl}", " ");
        return line.length() <= MOST_SHOWN ? line : line.substring(0, MOST_SHOWN) + "...";
    }
}
