package io.twohop.replay;

import io.twohop.config.ConfigException;
import io.twohop.config.Texts;
import io.twohop.workload.CsvForm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;

/**
 * The values of a column, which all have the same width.
 *
 * @param bytes of all values, one after the other
 * @param width bytes of each
 * @param lines of the file, from 1, by value
 */
public record CsvColumn(byte[] bytes, int width, long[] lines) {
    private static final int MOST_ROWS = 1_000_000;

    /**
     * Reads a column of a file, plain or packed.
     *
     * @throws ConfigException with file and line, for a missing column, and for a row without a value or with one of another width
     */
    public static CsvColumn read(Path file, String name, CsvForm form) throws IOException {
        try (InputStream in = PackedFile.unpacked(file, Files.newInputStream(file))) {
            CsvRows rows = new CsvRows(file, in, form);
            rows.choose(List.of(name));
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            LongStream.Builder lines = LongStream.builder();
            int count = 0;
            int width = 0;
            long first = 0;
            while (rows.next()) {
                int length = rows.length(0);
                if (count == 0) {
                    width = length;
                    first = rows.line();
                }
                if (length == 0 || length > CsvRows.MOST_FIELD_BYTES) {
                    throw error(
                            file,
                            rows.line(),
                            name,
                            length == 0 ? null : rows.text(0),
                            "a value of 1 to " + CsvRows.MOST_FIELD_BYTES + " bytes in each row");
                }
                if (length != width) {
                    throw error(
                            file,
                            rows.line(),
                            name,
                            rows.text(0),
                            "a value of " + width + " bytes, as in line " + first + "; this one has " + length);
                }
                if (++count > MOST_ROWS) {
                    throw error(
                            file,
                            rows.line(),
                            name,
                            rows.text(0),
                            Texts.format("at most %,d rows; it is one too many", MOST_ROWS));
                }
                bytes.write(rows.field(0), 0, length);
                lines.add(rows.line());
            }
            if (count == 0) {
                throw error(file, 1, name, null, "a row for each value");
            }
            return new CsvColumn(bytes.toByteArray(), width, lines.build().toArray());
        }
    }

    private static ConfigException error(Path file, long line, String name, Object value, String expected) {
        return ConfigException.inFile(file, line, name, value, expected);
    }
}
