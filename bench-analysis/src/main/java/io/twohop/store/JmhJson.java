package io.twohop.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.Quantities;
import io.twohop.config.YamlDocument;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Environment;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.workload.Keys;
import io.twohop.workload.MatrixKey;
import io.twohop.workload.Probe;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Writes a result in the format of JMH 1.37, for its tools: end-to-end latency as a sampled time, throughput of a closed loop as a
 * throughput, one iteration per fork, the other probes as secondary metrics. The format has no place for a verdict, losses, or the
 * achieved share of the offered rate: read {@code result.json} before you trust a score.
 */
final class JmhJson {
    private static final String VERSION = "1.37";
    private static final double CONFIDENCE = 0.999;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final String NOT_A_NUMBER = "NaN";
    private static final double[] PERCENTILES = {0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100};
    private static final String LATENCY_UNIT = "us/op";
    private static final String RATE_UNIT = "ops/s";

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final BenchmarkResult result;
    private final List<Fork> forks;

    private JmhJson(BenchmarkResult result) {
        this.result = result;
        this.forks = result.forks().stream().filter(Fork::complete).toList();
    }

    /** Returns an array of one benchmark; empty if no fork completed. */
    static ArrayNode of(BenchmarkResult result) {
        ArrayNode array = NODES.arrayNode();
        JmhJson json = new JmhJson(result);
        if (!json.forks.isEmpty()) {
            array.add(json.benchmark());
        }
        return array;
    }

    private ObjectNode benchmark() {
        boolean closedLoop = result.isClosedLoop();
        JsonNode settings = result.workloadSettings();
        Environment environment = forks.get(0).environment();
        ObjectNode benchmark = NODES.objectNode();
        benchmark.put("jmhVersion", VERSION);
        benchmark.put("benchmark", "io.twohop." + identifier(result.workload()) + "." + identifier(result.transport()));
        benchmark.put("mode", closedLoop ? "thrpt" : "sample");
        benchmark.put("threads", settings.path("producers").path(0).asInt(1));
        benchmark.put("forks", forks.size());
        benchmark.put("jvm", "java");
        environment.jvmFlags().forEach(benchmark.putArray("jvmArgs")::add);
        benchmark.put("jdkVersion", environment.java());
        benchmark.put("vmName", environment.vm());
        benchmark.put("vmVersion", environment.java());
        benchmark.put("warmupIterations", 1);
        benchmark.put("warmupTime", warmUp(settings.path("warmup")));
        benchmark.put("warmupBatchSize", 1);
        benchmark.put("measurementIterations", 1);
        benchmark.put("measurementTime", settings.path("duration").asText());
        benchmark.put("measurementBatchSize", 1);
        ObjectNode params = benchmark.putObject("params");
        for (MatrixKey<?, ?> key : Keys.MATRIX) {
            JsonNode value = settings.path(key.name()).path(0);
            // The format has a field of its own for threads.
            boolean isDistribution = key == Keys.SIZE && value.isObject();
            if ((value.isValueNode() || isDistribution) && key != Keys.PRODUCERS) {
                params.put(key.name(), YamlDocument.line(value));
            }
        }
        benchmark.set("primaryMetric", closedLoop ? throughput() : latency(Probe.END_TO_END, true));
        ObjectNode secondary = benchmark.putObject("secondaryMetrics");
        for (Probe probe : Probe.values()) {
            if (!closedLoop
                    && probe != Probe.END_TO_END
                    && forks.get(0).latency(probe).count() > 0) {
                secondary.set(probe.key(), latency(probe, false));
            }
        }
        return benchmark;
    }

    private String warmUp(JsonNode setting) {
        return result.warmUp()
                .map(trial -> Quantities.text(Duration.ofSeconds(Math.round(trial.seconds()))))
                .orElseGet(setting::asText);
    }

    /** Returns a valid Java name, because tools split at dots. */
    private static String identifier(String name) {
        return name.replaceAll("[^A-Za-z0-9_]", "_");
    }

    private ObjectNode throughput() {
        double[] scores = forks.stream()
                .flatMap(fork -> fork.throughput().stream())
                .mapToDouble(throughput -> throughput.overall().messagesPerSecond())
                .toArray();
        double[] sorted = scores.clone();
        Arrays.sort(sorted);
        ObjectNode percentiles = NODES.objectNode();
        for (double percentile : PERCENTILES) {
            int rank = (int) Math.ceil(percentile / 100 * sorted.length);
            percentiles.put(Double.toString(percentile), sorted[Math.max(0, rank - 1)]);
        }
        return metric(scores, percentiles, RATE_UNIT);
    }

    /** @param raw whether to write every value, and not only each fork's mean */
    private ObjectNode latency(Probe probe, boolean raw) {
        LatencySummary all = result.latency(probe);
        List<Histogram> each = forks.stream()
                .map(fork -> fork.latency(probe))
                .filter(summary -> summary.count() > 0)
                .map(LatencySummary::histogram)
                .toList();
        double[] means = each.stream()
                .mapToDouble(histogram -> histogram.getMean() / NANOS_PER_MICRO)
                .toArray();
        ObjectNode percentiles = NODES.objectNode();
        for (double percentile : PERCENTILES) {
            long nanos = percentile == 0 ? all.minNanos() : all.histogram().getValueAtPercentile(percentile);
            percentiles.put(Double.toString(percentile), nanos / NANOS_PER_MICRO);
        }
        ObjectNode metric = metric(means, percentiles, LATENCY_UNIT);
        metric.put("score", all.histogram().getMean() / NANOS_PER_MICRO);
        result.trust().filter(trust -> trust.probes().containsKey(probe)).ifPresent(trust -> {
            // An addition to the format, which tools ignore.
            ArrayNode untrusted = metric.putArray("untrustedPercentiles");
            Arrays.stream(PERCENTILES)
                    .filter(percentile -> percentile > 0 && trust.doubts(all, percentile))
                    .forEach(percentile -> untrusted.add(Double.toString(percentile)));
        });
        if (raw) {
            metric.remove("rawData");
            ArrayNode histograms = metric.putArray("rawDataHistogram");
            each.forEach(histogram -> histograms.addArray().add(values(histogram)));
        }
        return metric;
    }

    private static ArrayNode values(Histogram histogram) {
        ArrayNode values = NODES.arrayNode();
        for (HistogramIterationValue value : histogram.recordedValues()) {
            values.addArray().add(value.getValueIteratedTo() / NANOS_PER_MICRO).add(value.getCountAtValueIteratedTo());
        }
        return values;
    }

    /** The error is that of the mean over forks, since samples of one fork are not independent of one another. */
    private static ObjectNode metric(double[] forks, ObjectNode percentiles, String unit) {
        double mean = Arrays.stream(forks).average().orElse(Double.NaN);
        ObjectNode metric = NODES.objectNode();
        metric.put("score", mean);
        double error = error(forks, mean);
        ArrayNode confidence = NODES.arrayNode();
        if (Double.isNaN(error)) {
            metric.put("scoreError", NOT_A_NUMBER);
            confidence.add(NOT_A_NUMBER).add(NOT_A_NUMBER);
        } else {
            metric.put("scoreError", error);
            confidence.add(mean - error).add(mean + error);
        }
        metric.set("scoreConfidence", confidence);
        metric.set("scorePercentiles", percentiles);
        metric.put("scoreUnit", unit);
        ArrayNode raw = metric.putArray("rawData");
        Arrays.stream(forks).forEach(fork -> raw.addArray().add(fork));
        return metric;
    }

    private static double error(double[] forks, double mean) {
        if (forks.length < 2) {
            return Double.NaN;
        }
        double squares = Arrays.stream(forks)
                .map(value -> (value - mean) * (value - mean))
                .sum();
        double t = TDistribution.of(forks.length - 1).inverseSurvivalProbability((1 - CONFIDENCE) / 2);
        return t * Math.sqrt(squares / (forks.length - 1) / forks.length);
    }
}
