package io.twohop.external;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.twohop.config.ConfigException;
import io.twohop.config.LimitedFile;
import io.twohop.workload.Percentiles;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads JMH's tables ({@code -rf csv} and {@code scsv}). They have no raw data, so nothing can be tested. */
final class JmhCsvFile {
    private static final String FIRST = "Benchmark";
    private static final String PARAMETER = "Param: ";
    private static final List<String> COLUMNS = List.of("Mode", "Samples", "Score", "Unit");
    /** Percentiles of sampled times are rows of their own. */
    private static final Pattern PERCENTILE = Pattern.compile("(.*):p(\\d\\.\\d+)");

    private static final double LEAST = 0.5;
    private static final double PERCENT = 100;

    private static final CsvMapper CSV = CsvMapper.csvBuilder()
            .enable(CsvParser.Feature.WRAP_AS_ARRAY)
            .enable(CsvParser.Feature.SKIP_EMPTY_LINES)
            .build();

    private final Path file;
    private final Map<String, JmhNames.Unit> units = new LinkedHashMap<>();
    private final Map<String, Map<String, Double>> figures = new LinkedHashMap<>();
    private final Map<String, Double> samples = new LinkedHashMap<>();
    private int leftOut;

    private JmhCsvFile(Path file) {
        this.file = file;
    }

    static boolean isOne(String firstLine) {
        return firstLine.replace("\"", "").matches(FIRST + "[,;]Mode[,;].*");
    }

    static ExternalResult read(String name, Path path, String firstLine) throws IOException {
        JmhCsvFile file = new JmhCsvFile(path);
        char separator = firstLine.replace("\"", "").charAt(FIRST.length());
        CsvSchema schema = CsvSchema.emptySchema().withColumnSeparator(separator);
        try (InputStream in = LimitedFile.table(path);
                MappingIterator<String[]> rows =
                        CSV.readerFor(String[].class).with(schema).readValues(in)) {
            List<String> header = List.of(rows.nextValue());
            for (String column : COLUMNS) {
                if (!header.contains(column)) {
                    throw file.error(1, "column", null, column);
                }
            }
            while (rows.hasNextValue()) {
                int line = rows.getCurrentLocation().getLineNr();
                file.add(line, header, rows.nextValue());
            }
        } catch (JsonProcessingException e) {
            long line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw file.error(line, "row", e.getOriginalMessage(), "a row of JMH's table");
        } catch (CharConversionException e) {
            throw file.error(1, "encoding", e.getMessage(), "UTF-8");
        }
        if (file.figures.isEmpty()) {
            throw file.error(1, "rows", "none in ns/op or ops/s", "at least one benchmark");
        }
        return file.result(name);
    }

    private ExternalResult result(String name) {
        List<Series> series = new ArrayList<>();
        figures.forEach((its, values) -> series.add(new Series(
                its, units.get(its).quantity(), units.get(its).isLatency(), values, Set.of(), List.of(), Map.of())));
        List<String> facts =
                leftOut == 0 ? List.of() : List.of("rows left out, of secondary metrics or other units: " + leftOut);
        return new ExternalResult(
                name,
                JmhNames.TOOL,
                series,
                facts,
                Stream.concat(
                                JmhNames.LIMITS.stream(),
                                Stream.of(
                                        "JMH's CSV has no forks and six decimals: JMH's JSON (-rf json) can be tested"))
                        .toList());
    }

    private void add(int line, List<String> header, String[] row) {
        if (row.length != header.size()) {
            throw error(line, "row", row.length + " values", header.size() + ", one for each column");
        }
        Map<String, String> parameters = new TreeMap<>();
        for (int i = 0; i < row.length; i++) {
            if (header.get(i).startsWith(PARAMETER) && !row[i].isEmpty()) {
                parameters.put(header.get(i).substring(PARAMETER.length()), row[i]);
            }
        }
        String benchmark = row[header.indexOf(FIRST)];
        String label = "";
        double share = 0;
        Matcher percentile = PERCENTILE.matcher(benchmark);
        if (percentile.matches()) {
            share = Double.parseDouble(percentile.group(2));
            benchmark = percentile.group(1);
            label = share == 1 ? "max" : Percentiles.label(Math.round(share * 1e6) / 1e4);
        }
        JmhNames.Unit unit = JmhNames.unit(row[header.indexOf("Unit")]).orElse(null);
        if (unit == null || benchmark.indexOf(':') >= 0) {
            leftOut++;
            return;
        }
        String name = JmhNames.series(benchmark, parameters, row[header.indexOf("Mode")]);
        if (label.isEmpty()) {
            samples.put(name, number(line, "Samples", row[header.indexOf("Samples")]));
        } else if (share < LEAST || !Percentiles.supports(samples.getOrDefault(name, 0.0), PERCENT * share)) {
            return;
        }
        units.putIfAbsent(name, unit);
        double value = unit.factor() * number(line, "Score", row[header.indexOf("Score")]);
        Map<String, Double> its = figures.computeIfAbsent(name, added -> new LinkedHashMap<>());
        if (its.put(label.isEmpty() ? unit.label() : label, value) != null) {
            throw error(line, "Benchmark", benchmark, "each benchmark once with a mode and parameters");
        }
    }

    /** JMH writes numbers as the locale of its machine does. */
    private double number(int line, String column, String text) {
        try {
            double number = Double.parseDouble(text.replace(',', '.'));
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Rejected below, like a number that is not finite.
        }
        throw error(line, column, text, "a finite number");
    }

    private ConfigException error(long line, String name, Object value, String expected) {
        return ConfigException.inFile(file, line, name, value, expected);
    }
}
