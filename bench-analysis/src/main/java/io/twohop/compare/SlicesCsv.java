package io.twohop.compare;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.twohop.config.ConfigException;
import io.twohop.config.LimitedFile;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import io.twohop.workload.Percentiles;
import io.twohop.workload.Probe;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Reads {@code intervals.csv} of a run whose forks took turns with another's: each row of the window is a slice. */
final class SlicesCsv {
    private static final String NAME = "intervals.csv";
    private static final double[] PERCENTILES = {50, 99, 99.9};
    private static final CsvMapper CSV = new CsvMapper();

    private SlicesCsv() {}

    /**
     * Returns the slices of each fork, in order.
     *
     * @param result read from the directory
     * @param seconds length of a slice
     */
    static List<ForkSlices> read(Path directory, BenchmarkResult result, double seconds) throws IOException {
        Path file = directory.resolve(NAME);
        if (!Files.exists(file)) {
            throw ConfigException.invalid("result", file, "a file, since its forks took turns in slices");
        }
        try {
            return read(rows(file), result, seconds);
        } catch (RuntimeException e) {
            throw ConfigException.invalid("result", file, "a file as the bench writes it; " + e.getMessage());
        }
    }

    private static List<ForkSlices> read(
            Map<Integer, List<Map<String, String>>> rows, BenchmarkResult result, double seconds) {
        List<ForkSlices> all = new ArrayList<>();
        for (Fork fork : result.forks()) {
            List<Map<String, String>> its = rows.getOrDefault(fork.number(), List.of());
            all.add(new ForkSlices(its.size(), values(its, seconds), stalled(fork, seconds)));
        }
        return all;
    }

    /** Returns the slices that the machine stalled; empty without a recording. */
    private static Optional<Set<Integer>> stalled(Fork fork, double seconds) {
        return fork.slices()
                .map(slices -> slices.stalledAtSeconds().stream()
                        .map(at -> (int) Math.round(at / seconds))
                        .collect(Collectors.toSet()));
    }

    private static Map<Integer, List<Map<String, String>>> rows(Path file) throws IOException {
        Map<Integer, List<Map<String, String>>> rows = new TreeMap<>();
        try (InputStream in = LimitedFile.table(file);
                MappingIterator<Map<String, String>> lines = CSV.readerForMapOf(String.class)
                        .with(CsvSchema.emptySchema().withHeader())
                        .readValues(in)) {
            while (lines.hasNextValue()) {
                Map<String, String> line = lines.nextValue();
                if (line.get("phase").equals("measure")) {
                    rows.computeIfAbsent(Integer.valueOf(line.get("fork")), added -> new ArrayList<>())
                            .add(line);
                }
            }
        }
        return rows;
    }

    private static Map<Metric, double[]> values(List<Map<String, String>> rows, double sliceSeconds) {
        Map<Metric, double[]> values = new HashMap<>();
        for (Map<String, String> row : rows) {
            int slice = (int) Math.round(Double.parseDouble(row.get("startSeconds")) / sliceSeconds);
            for (Probe probe : Probe.values()) {
                long count = Long.parseLong(row.get(probe.key() + "Count"));
                for (double percentile : PERCENTILES) {
                    if (Long.parseLong(row.get("due")) > 0 && Percentiles.supports(count, percentile)) {
                        String label = Percentiles.label(percentile);
                        double[] ofMetric = values.computeIfAbsent(
                                new Metric(probe.key() + "." + label), added -> nothing(rows.size()));
                        ofMetric[slice] = Double.parseDouble(row.get(probe.key() + label.replace('p', 'P') + "Nanos"));
                    }
                }
            }
        }
        return values;
    }

    private static double[] nothing(int slices) {
        double[] values = new double[slices];
        Arrays.fill(values, Double.NaN);
        return values;
    }
}
