package io.twohop.external;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.workload.Percentiles;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads JMH's JSON ({@code -rf json}). Raw data give figures of each fork: the mean of its iterations' scores, and for the mode
 * {@code sample} the percentiles of its samples.
 */
final class JmhJsonFile {
    private static final String METRIC = "primaryMetric";
    private static final String RAW = "rawData";
    private static final String RAW_HISTOGRAM = "rawDataHistogram";
    private static final String PERCENTILES = "scorePercentiles";
    /** Settings that have to be the same to compare two results. */
    private static final List<String> SETTINGS = List.of(
            "jmhVersion",
            "threads",
            "jvmArgs",
            "jdkVersion",
            "vmName",
            "vmVersion",
            "warmupIterations",
            "warmupTime",
            "warmupBatchSize",
            "measurementIterations",
            "measurementTime",
            "measurementBatchSize");

    private final LocatedJson json;
    private final List<Series> series = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private int leftOut;

    private JmhJsonFile(LocatedJson json) {
        this.json = json;
    }

    static boolean isOne(JsonNode root) {
        return root.isArray() && root.path(0).has(METRIC);
    }

    static ExternalResult read(String name, LocatedJson json) {
        JmhJsonFile file = new JmhJsonFile(json);
        json.root().forEach(file::add);
        List<String> facts =
                file.leftOut == 0 ? List.of() : List.of("secondary metrics, which are left out: " + file.leftOut);
        return new ExternalResult(name, JmhNames.TOOL, file.series, facts, JmhNames.LIMITS);
    }

    private void add(JsonNode benchmark) {
        String mode = json.text(benchmark, "mode");
        String name = JmhNames.series(json.text(benchmark, "benchmark"), parameters(benchmark), mode);
        if (!names.add(name)) {
            throw json.error(benchmark, "benchmark", "each benchmark once with a mode and parameters");
        }
        leftOut += benchmark.path("secondaryMetrics").size();
        JsonNode metric = benchmark.path(METRIC);
        JmhNames.Unit unit = JmhNames.unit(json.text(metric, "scoreUnit"))
                .orElseThrow(() -> json.error(metric, "scoreUnit", "a unit such as ns/op or ops/s"));
        boolean samples = mode.equals(JmhNames.SAMPLE);
        Map<String, Double> figures = new LinkedHashMap<>();
        List<Map<String, Double>> forks = new ArrayList<>();
        JsonNode raw = metric.path(samples ? RAW_HISTOGRAM : RAW);
        for (JsonNode fork : raw) {
            forks.add(samples ? ofSamples(metric, fork, unit) : ofScores(metric, fork, unit));
        }
        // JMH without raw data (jmh.json.rawData=false) has an empty list.
        forks.removeIf(Map::isEmpty);
        figures.put(unit.label(), unit.factor() * json.number(metric, "score"));
        if (samples) {
            long count = count(metric, raw);
            metric.path(PERCENTILES).properties().forEach(entry -> {
                double percentile = percentile(metric, entry.getKey());
                boolean supported = count == 0 || Percentiles.supports(count, percentile);
                if (percentile >= 50 && supported) {
                    figures.put(
                            label(percentile),
                            unit.factor() * json.number(metric.path(PERCENTILES), entry.getKey(), entry.getValue()));
                }
            });
        }
        series.add(new Series(
                name, unit.quantity(), unit.isLatency(), figures, untrusted(metric), forks, settings(benchmark)));
    }

    private Map<String, String> parameters(JsonNode benchmark) {
        Map<String, String> parameters = new TreeMap<>();
        benchmark
                .path("params")
                .properties()
                .forEach(
                        entry -> parameters.put(entry.getKey(), entry.getValue().asText()));
        return parameters;
    }

    private static Map<String, String> settings(JsonNode benchmark) {
        Map<String, String> settings = new TreeMap<>();
        for (String key : SETTINGS) {
            if (benchmark.has(key)) {
                JsonNode value = benchmark.path(key);
                settings.put(
                        "jmh." + key, ExternalFiles.compared(value.isValueNode() ? value.asText() : value.toString()));
            }
        }
        return settings;
    }

    /** Returns percentiles that our own export marks as decided by the machine; JMH itself writes none. */
    private static Set<String> untrusted(JsonNode metric) {
        Set<String> labels = new HashSet<>();
        metric.path("untrustedPercentiles").forEach(node -> labels.add(label(node.asDouble())));
        return labels;
    }

    private double percentile(JsonNode metric, String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw json.error(metric, PERCENTILES, "percentiles by number");
        }
    }

    private static String label(double percentile) {
        return percentile == 100 ? "max" : Percentiles.label(percentile);
    }

    private Map<String, Double> ofScores(JsonNode metric, JsonNode fork, JmhNames.Unit unit) {
        double sum = 0;
        for (JsonNode iteration : fork) {
            sum += json.number(metric, RAW, iteration);
        }
        return fork.isEmpty() ? Map.of() : Map.of(unit.label(), unit.factor() * sum / fork.size());
    }

    private long count(JsonNode metric, JsonNode forks) {
        long count = 0;
        for (JsonNode fork : forks) {
            count += sorted(metric, fork).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
        return count;
    }

    /** Returns a fork's samples of all iterations, as the count of each value. */
    private NavigableMap<Double, Long> sorted(JsonNode metric, JsonNode fork) {
        NavigableMap<Double, Long> counts = new TreeMap<>();
        for (JsonNode iteration : fork) {
            for (JsonNode pair : iteration) {
                double value = json.number(metric, RAW_HISTOGRAM, pair.path(0));
                double count = json.number(metric, RAW_HISTOGRAM, pair.path(1));
                counts.merge(value, Math.max(0, Math.round(count)), Long::sum);
            }
        }
        return counts;
    }

    private Map<String, Double> ofSamples(JsonNode metric, JsonNode fork, JmhNames.Unit unit) {
        NavigableMap<Double, Long> counts = sorted(metric, fork);
        long total = counts.values().stream().mapToLong(Long::longValue).sum();
        Map<String, Double> figures = new LinkedHashMap<>();
        if (total <= 0) {
            return figures;
        }
        double sum = 0;
        for (Map.Entry<Double, Long> each : counts.entrySet()) {
            sum += each.getKey() * each.getValue();
        }
        figures.put(Series.MEAN, unit.factor() * sum / total);
        for (double percentile : Percentiles.stated()) {
            if (Percentiles.supports(total, percentile)) {
                figures.put(label(percentile), unit.factor() * at(counts, (long) Math.ceil(total * percentile / 100)));
            }
        }
        return figures;
    }

    private static double at(NavigableMap<Double, Long> counts, long rank) {
        long before = 0;
        for (Map.Entry<Double, Long> each : counts.entrySet()) {
            before += each.getValue();
            if (before >= rank) {
                return each.getKey();
            }
        }
        return counts.lastKey();
    }
}
