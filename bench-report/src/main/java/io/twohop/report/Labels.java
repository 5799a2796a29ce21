package io.twohop.report;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.config.YamlDocument;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The shortest unique names of runs, from the settings in which they differ. */
final class Labels {
    private static final List<String> DIMENSIONS =
            List.of("rate", "size", "topics", "producers", "partitions", "consumers", "subscribers", "replication");

    private Labels() {}

    /** Adds {@code label} to each run. */
    static void put(List<RunTree> runs) {
        List<Function<JsonNode, String>> parts = new ArrayList<>();
        parts.add(run -> run.path("transport").asText());
        parts.add(run -> run.path("workload").asText());
        DIMENSIONS.forEach(key -> parts.add(run -> setting(run, key)));
        parts.add(
                run -> run.path("startedAt").asText().replaceAll("\\..*|Z", "").replace('T', ' '));

        List<Set<String>> labels = new ArrayList<>();
        runs.forEach(run -> labels.add(new LinkedHashSet<>()));
        for (Function<JsonNode, String> part : parts) {
            boolean varies =
                    runs.stream().map(run -> part.apply(run.tree())).distinct().count() > 1;
            boolean first = part == parts.get(0);
            boolean distinct = labels.stream().distinct().count() == runs.size();
            // The time only if nothing else distinguishes two runs.
            if (first || varies && !(distinct && part == parts.get(parts.size() - 1))) {
                for (int i = 0; i < runs.size(); i++) {
                    labels.get(i).add(part.apply(runs.get(i).tree()));
                }
            }
        }
        Map<String, Integer> seen = new HashMap<>();
        for (int i = 0; i < runs.size(); i++) {
            String label = String.join(" ", labels.get(i)).strip();
            int number = seen.merge(label, 1, Integer::sum);
            runs.get(i).tree().put("label", number == 1 ? label : label + " (" + number + ")");
        }
    }

    /** Adds the key to a value that means nothing alone. */
    private static String setting(JsonNode run, String key) {
        JsonNode value = run.path("workloadSettings").path(key);
        JsonNode one = value.isArray() ? value.path(0) : value;
        String text = key.equals("size") ? YamlDocument.line(one) : one.asText();
        return text.isEmpty() || key.equals("rate") || key.equals("size") ? text : text + " " + key;
    }
}
