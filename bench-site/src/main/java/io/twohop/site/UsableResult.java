package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.compare.Conditions;
import io.twohop.compare.Metric;
import io.twohop.compare.Side;
import io.twohop.compare.SideTurns;
import io.twohop.stats.Trend;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/**
 * A result that can be compared, as the site keeps it.
 *
 * @param id of the result
 * @param side its forks
 * @param isOfDuet whether its forks took turns in slices, which the site does not keep
 */
record UsableResult(String id, Side side, boolean isOfDuet) {
    static UsableResult of(ObjectNode row, ObjectNode detail, Map<String, String> setting) {
        int forks = row.path("forks").asInt();
        Map<Metric, double[]> values = new LinkedHashMap<>();
        Reduction.OF_FORKS.forEach((name, metric) -> {
            double[] each = StreamSupport.stream(detail.path("forks").path(name).spliterator(), false)
                    .filter(JsonNode::isNumber)
                    .mapToDouble(JsonNode::asDouble)
                    .toArray();
            if (each.length == forks) {
                values.put(metric, each);
            }
        });
        Set<Metric> untrusted = new LinkedHashSet<>();
        detail.path("untrusted").forEach(name -> untrusted.add(Reduction.OF_FORKS.get(name.asText())));
        String call = detail.path("interleaved").asText();
        List<String> rounds = call.isEmpty()
                ? List.of()
                : IntStream.rangeClosed(1, forks)
                        .mapToObj(round -> call + " " + round)
                        .toList();
        Map<String, Set<String>> chosen = new HashMap<>();
        Line.strings(detail.path("chosen")).forEach((key, value) -> chosen.put(key, Set.of(value)));
        Set<String> layouts =
                row.path("layout").isTextual() ? Set.of(row.path("layout").asText()) : Set.of();
        String id = row.path("id").asText();
        return new UsableResult(
                id,
                new Side(
                        id,
                        forks,
                        values,
                        Set.of(),
                        untrusted,
                        new SideTurns(rounds, List.of()),
                        new Conditions(setting, Optional.empty(), layouts, chosen),
                        List.of()),
                setting.containsKey("measured"));
    }

    /** Returns the figure by which the nearest are chosen: the median latency, or the rate of a closed loop; NaN if unknown. */
    double size() {
        return List.of("throughput", "p50").stream()
                .map(name -> side.values().get(Reduction.OF_FORKS.get(name)))
                .filter(values -> values != null && values.length > 0)
                .findFirst()
                .map(Trend::median)
                .orElse(Double.NaN);
    }
}
