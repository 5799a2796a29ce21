package io.twohop.report;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.twohop.config.ConfigException;
import io.twohop.config.LimitedFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The CSV files of a result, as rows by column. */
final class ForkCsv {
    private static final CsvMapper CSV = new CsvMapper();
    private static final CsvSchema HEADER = CsvSchema.emptySchema().withHeader();

    private ForkCsv() {}

    /** Returns the rows of a file; empty without the file, as for a fork without a recording. */
    static List<Map<String, String>> rows(Path file) throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        try (InputStream in = LimitedFile.table(file);
                MappingIterator<Map<String, String>> rows =
                        CSV.readerForMapOf(String.class).with(HEADER).readValues(in)) {
            return rows.readAll();
        } catch (IOException e) {
            throw ConfigException.invalid(
                    file.getFileName().toString(),
                    e.getMessage(),
                    "comma-separated values in " + file.getParent() + " as the bench wrote them");
        }
    }

    static double number(Map<String, String> row, String column) {
        String text = row.get(column);
        try {
            return Double.parseDouble(text);
        } catch (NullPointerException | NumberFormatException e) {
            throw ConfigException.invalid(column, text, "a number in each row of a result's file");
        }
    }
}
