package io.twohop.history;

import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.twohop.config.ConfigException;
import io.twohop.config.WholeFile;
import io.twohop.history.History.SeriesHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the tested points for Apache Otava: a CSV file for each series and metric, since Otava needs a number in each row, and a
 * configuration that names them as tests.
 */
public final class OtavaFiles {
    /** The name of the configuration. */
    public static final String CONFIGURATION = "otava.yaml";

    private static final CsvMapper CSV = new CsvMapper();

    private OtavaFiles() {}

    /**
     * Writes the files.
     *
     * @param directory a new or empty one, or one with such files
     * @return the names of the tests
     * @throws ConfigException if it holds other files
     */
    public static List<String> write(History history, Path directory) throws IOException {
        check(directory);
        Files.createDirectories(directory);
        List<String> tests = new ArrayList<>();
        StringBuilder yaml = new StringBuilder("tests:\n");
        for (int i = 0; i < history.series().size(); i++) {
            SeriesHistory series = history.series().get(i);
            for (MetricHistory metric : series.metrics()) {
                if (!metric.tested().isEmpty()) {
                    String test = (i + 1) + "-" + metric.metric().name();
                    Path file = directory.resolve(test + ".csv");
                    writeCsv(metric, file);
                    append(yaml, test, metric, file);
                    tests.add(test);
                }
            }
        }
        WholeFile.write(directory.resolve(CONFIGURATION), yaml);
        return tests;
    }

    private static void check(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return;
        }
        boolean ours = Files.isDirectory(directory) && Files.exists(directory.resolve(CONFIGURATION));
        if (!ours && !(Files.isDirectory(directory) && isEmpty(directory))) {
            throw ConfigException.invalid(
                    "--csv", directory, "a new directory, or one that this wrote; something else is there");
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (var files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    private static void writeCsv(MetricHistory metric, Path file) throws IOException {
        CsvSchema schema = CsvSchema.builder()
                .addColumn("time")
                .addColumn("commit")
                .addColumn("result")
                .addColumn(metric.metric().name())
                .build()
                .withHeader();
        List<List<String>> rows = metric.tested().stream()
                .map(point -> List.of(
                        point.result().startedAt().toString(),
                        point.result().revision(),
                        point.result().name(),
                        Double.toString(point.value())))
                .toList();
        WholeFile.write(file, out -> CSV.writer(schema).writeValue(out, rows));
    }

    private static void append(StringBuilder yaml, String test, MetricHistory metric, Path file) {
        // A quoted scalar in YAML is one of JSON, but for its solidus.
        String path = file.toAbsolutePath().toString().replace("\\", "\\\\").replace("\"", "\\\"");
        yaml.append("  ").append(test).append(":\n");
        yaml.append("    type: csv\n    file: \"").append(path).append("\"\n");
        yaml.append("    time_column: time\n    attributes: [commit, result]\n    metrics:\n");
        yaml.append("      ").append(metric.metric().name()).append(":\n");
        yaml.append("        direction: ")
                .append(metric.metric().higherIsBetter() ? 1 : -1)
                .append('\n');
    }
}
