package io.twohop.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import io.twohop.config.ConfigException;
import io.twohop.config.LimitedFile;
import io.twohop.external.ExternalFiles;
import io.twohop.result.Fork;
import io.twohop.result.ForkMetrics;
import io.twohop.workload.Probe;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A CSV file with a row for each fork or run: {@code forks.csv} of a result, or the three columns that a published runbook
 * for {@code nats bench} writes ({@code pub-stats,sub-stats,overall-stats}, in MB/s, after an unnamed number).
 */
final class ForksCsv {
    /** The name of a result's file. */
    static final String NAME = "forks.csv";

    /** Columns that number the rows. */
    private static final Set<String> NUMBERS = Set.of("", "fork", "Unnamed: 0");

    private static final Map<String, String> RUNBOOK = Map.of(
            "pub-stats", "publisher.megabytesPerSecond",
            "sub-stats", "subscriber.megabytesPerSecond",
            "overall-stats", "overall.megabytesPerSecond");
    private static final Pattern OTHERS = Pattern.compile(
            "achieved\\.messagesPerSecond|(publisher|subscriber|overall)\\.(messages|megabytes)PerSecond"
                    + "|memory\\.(allocatedBytesPerMessage|peakUsedBytes)|gc\\.(pauses|pauseNanos|longestPauseNanos)"
                    + "|cpu\\.perMessageNanos|backlog\\.(drainedPerSecond|drainNanos|steadyNanos)");
    private static final Pattern PERCENTILE = Pattern.compile("p\\d+(\\.\\d+)?|max");
    private static final CsvMapper CSV = CsvMapper.csvBuilder()
            .enable(CsvParser.Feature.WRAP_AS_ARRAY)
            .enable(CsvParser.Feature.TRIM_SPACES)
            .enable(CsvParser.Feature.SKIP_EMPTY_LINES)
            .build();

    private ForksCsv() {}

    /**
     * One fork or run.
     *
     * @param values of its metrics
     * @param untrusted metrics that the machine may have decided
     */
    record Row(Map<Metric, Double> values, Set<Metric> untrusted) {
        /** Returns the row that a result's file has for a fork. */
        static Row of(Fork fork) {
            Map<Metric, Double> values = new LinkedHashMap<>();
            ForkMetrics.of(fork).forEach((name, value) -> values.put(new Metric(name), value));
            return new Row(
                    values,
                    ForkMetrics.untrusted(fork).stream().map(Metric::new).collect(Collectors.toSet()));
        }
    }

    static List<Row> read(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw ConfigException.invalid("result", file, "a file; a result of an older bench has none: measure again");
        }
        try (InputStream in = LimitedFile.table(file);
                MappingIterator<String[]> lines = CSV.readerFor(String[].class).readValues(in)) {
            if (!lines.hasNextValue()) {
                throw ConfigException.invalid("result", file, "a line of column names and a line for each fork");
            }
            Metric[] columns = columns(file, lines.nextValue());
            List<Row> rows = new ArrayList<>();
            while (lines.hasNextValue()) {
                int line = lines.getCurrentLocation().getLineNr();
                rows.add(row(file + ":" + line, columns, lines.nextValue()));
            }
            if (rows.isEmpty()) {
                throw ConfigException.invalid("result", file, "at least one fork after the column names");
            }
            return rows;
        } catch (JsonProcessingException e) {
            throw ConfigException.invalid("result", file, "comma-separated values: " + e.getOriginalMessage());
        } catch (CharConversionException e) {
            throw ConfigException.invalid("result", file, "comma-separated values in UTF-8: " + e.getMessage());
        }
    }

    /** Returns the metric of each column; null for numbers of rows, and for names of doubtful metrics. */
    private static Metric[] columns(Path file, String[] names) {
        Set<String> seen = new HashSet<>();
        return Arrays.stream(names)
                .map(name -> {
                    String known = RUNBOOK.getOrDefault(name, name);
                    if (!isText(name) && !isMetric(known)) {
                        throw ConfigException.invalid(
                                file + ":1",
                                name,
                                "a column such as endToEnd.p99 or overall.messagesPerSecond, or one of "
                                        + RUNBOOK.keySet() + "; or " + ExternalFiles.UNDERSTOOD);
                    }
                    if (!seen.add(known)) {
                        throw ConfigException.invalid(file + ":1", name, "each column once");
                    }
                    return isText(name) ? null : new Metric(known);
                })
                .toArray(Metric[]::new);
    }

    private static boolean isMetric(String name) {
        int dot = name.indexOf('.');
        return OTHERS.matcher(name).matches()
                || dot > 0
                        && Arrays.stream(Probe.values())
                                .anyMatch(probe -> probe.key().equals(name.substring(0, dot)))
                        && PERCENTILE.matcher(name.substring(dot + 1)).matches();
    }

    private static boolean isText(String name) {
        return NUMBERS.contains(name) || name.equals(ForkMetrics.UNTRUSTED);
    }

    private static Row row(String place, Metric[] columns, String[] texts) {
        if (texts.length != columns.length) {
            throw ConfigException.invalid(place, texts.length + " values", columns.length + ", one for each column");
        }
        Map<Metric, Double> values = new LinkedHashMap<>();
        Set<Metric> untrusted = new HashSet<>();
        for (int i = 0; i < texts.length; i++) {
            if (columns[i] != null && !texts[i].isEmpty()) {
                values.put(columns[i], number(place, columns[i], texts[i]));
            } else if (i > 0 && columns[i] == null) {
                Arrays.stream(texts[i].split(" "))
                        .filter(ForksCsv::isMetric)
                        .map(Metric::new)
                        .forEach(untrusted::add);
            }
        }
        return new Row(values, untrusted);
    }

    private static double number(String place, Metric column, String text) {
        try {
            double number = Double.parseDouble(text);
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Rejected below, like a number that is not finite.
        }
        throw ConfigException.invalid(place + ": " + column.name(), text, "a finite number, or nothing");
    }
}
