package io.twohop.external;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.config.Texts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads the result file of OpenMessaging Benchmark: the aggregated latencies, and the means of its periods' rates. */
final class OpenMessagingFile {
    private static final String TOOL = "OpenMessaging Benchmark";
    private static final String MARK = "aggregatedEndToEndLatency50pct";
    private static final String AGGREGATED = "aggregated";
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_MICRO = 1e3;

    /** End-to-end latencies are off by up to 1 ms, so this one is by up to a fifth. */
    private static final double RESOLVED_NANOS = 5 * NANOS_PER_MILLI;

    private static final Map<String, String> LABELS = labels();
    private static final List<String> LIMITS = List.of(
            "OpenMessaging Benchmark measures one hop, from producer to consumer",
            "its end-to-end latency has steps of 1 ms (in forks with finer arrivals it is up to 1 ms too long) and leaves out"
                    + " samples of 0 ms and below, so a fast system looks slower: figures below 5 ms are below its resolution,"
                    + " in parentheses",
            "its end-to-end latency is the difference of two wall clocks, of two hosts if it ran distributed",
            "its publish latency counts from the actual send to the acknowledgement; its publish delay is how late the send was",
            "it states no target rate, no lost or duplicated messages, no configuration and no hosts");
    private static final double MOST = 1e15;
    private static final String DOUBT = "below its resolution";

    /** Fields of the run. Redpanda's fork alone has the last two. */
    private static final List<String> TEXTS = List.of("workload", "driver");

    private static final List<String> COUNTS =
            List.of("messageSize", "topics", "partitions", "producersPerTopic", "consumersPerTopic");
    private static final List<String> OF_FORK = List.of("version", "beginTime");

    private final LocatedJson json;
    private final JsonNode root;
    private final Map<String, String> stated = new LinkedHashMap<>();
    private final List<Series> series = new ArrayList<>();
    private final List<String> facts = new ArrayList<>();

    private OpenMessagingFile(LocatedJson json) {
        this.json = json;
        root = json.root();
    }

    private static Map<String, String> labels() {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("Avg", Series.MEAN);
        labels.put("50pct", "p50");
        labels.put("75pct", "p75");
        labels.put("95pct", "p95");
        labels.put("99pct", "p99");
        labels.put("999pct", "p99.9");
        labels.put("9999pct", "p99.99");
        labels.put("Max", "max");
        return labels;
    }

    static boolean isOne(JsonNode root) {
        return root.has(MARK);
    }

    static ExternalResult read(String name, LocatedJson json) {
        OpenMessagingFile file = new OpenMessagingFile(json);
        file.add();
        return new ExternalResult(name, TOOL, file.stated, file.series, file.facts, LIMITS, DOUBT);
    }

    private void add() {
        state();
        // The names of our probes for the same spans; publish latency has none, since it starts at the send.
        latencies("EndToEndLatency", "endToEnd", true, NANOS_PER_MILLI);
        latencies("PublishLatency", "publishLatency", false, NANOS_PER_MILLI);
        latencies("PublishDelayLatency", "lateness", false, NANOS_PER_MICRO);
        rate("consumeRate", true);
        rate("publishRate", false);
        mean("publishErrorRate")
                .filter(errors -> errors > 0)
                .ifPresent(errors -> facts.add(Texts.format("failed sends: %.3g/s", errors)));
        sum("publishFailed")
                .filter(failed -> failed > 0)
                .ifPresent(failed -> facts.add(Texts.format("failed sends: %,.0f", failed)));
        JsonNode backlog = list("backlog");
        if (!backlog.isEmpty()) {
            double last = json.number(root, "backlog", backlog.path(backlog.size() - 1));
            facts.add(Texts.format("backlog at the end: %,.0f messages", last));
        }
    }

    private void state() {
        Stream.concat(TEXTS.stream(), OF_FORK.stream())
                .filter(this::isStated)
                .forEach(name -> stated.put(name, ExternalFiles.shown(json.text(root, name))));
        COUNTS.stream().filter(root::has).forEach(name -> stated.put(name, Texts.plain(count(name))));
    }

    private double count(String name) {
        double count = json.number(root, name);
        if (!(count >= 0 && count <= MOST)) {
            throw json.error(root, name, "a number from 0 to " + Texts.plain(MOST));
        }
        return count;
    }

    /** A version that was not given is null in the file, and a text here. */
    private boolean isStated(String name) {
        return root.has(name) && !root.path(name).asText().equals("null");
    }

    private void latencies(String field, String name, boolean isHeadline, double nanos) {
        Map<String, Double> figures = new LinkedHashMap<>();
        Set<String> below = new HashSet<>();
        LABELS.forEach((suffix, label) -> {
            String key = AGGREGATED + field + suffix;
            // Older versions have no delays.
            if (root.has(key)) {
                double value = nanos * json.number(root, key);
                figures.put(label, value);
                if (isHeadline && value < RESOLVED_NANOS) {
                    below.add(label);
                }
            }
        });
        if (figures.values().stream().allMatch(value -> value == 0)) {
            facts.add(name + " has no samples");
        } else {
            series.add(new Series(name, Quantity.LATENCY, isHeadline, figures, below, List.of(), Map.of()));
        }
    }

    private void rate(String field, boolean isHeadline) {
        mean(field).ifPresent(mean -> series.add(Series.ofLoad(field, isHeadline, mean)));
    }

    private Optional<Double> mean(String field) {
        return sum(field).map(sum -> sum / list(field).size());
    }

    private Optional<Double> sum(String field) {
        JsonNode values = list(field);
        double sum = 0;
        for (JsonNode value : values) {
            sum += json.number(root, field, value);
        }
        return values.isEmpty() ? Optional.empty() : Optional.of(sum);
    }

    /** Returns a list with a value for each period; a missing node if the file has none. */
    private JsonNode list(String field) {
        JsonNode values = root.path(field);
        if (!values.isMissingNode() && !values.isArray()) {
            throw json.error(root, field, "a list of numbers");
        }
        return values;
    }
}
