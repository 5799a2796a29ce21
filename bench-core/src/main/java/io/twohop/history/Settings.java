package io.twohop.history;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.compare.SideReader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What has to be the same in results on one line: what {@code bench compare} asks for, and what it only notes or leaves to its
 * user, because a difference is no question here but would look like a change.
 */
final class Settings {
    private static final String DESCRIPTION = "description";
    private static final List<String> LIMITS = List.of("memoryLimitBytes", "cpuQuota", "governor", "smt", "hugePages");

    private Settings() {}

    static Map<String, String> of(JsonNode result) {
        Map<String, String> settings = new TreeMap<>(SideReader.setting(result));
        result.path("transportSettings").properties().forEach(entry -> {
            if (!entry.getKey().equals(DESCRIPTION)) {
                settings.put("transport." + entry.getKey(), text(entry.getValue()));
            }
        });
        settings.put("payloadBytes", text(result.path("payloadBytes")));
        settings.put("codec", text(result.at("/forks/0/codec/name")));
        settings.put("layout", ofForks(result, "layout"));
        settings.put("idle", ofForks(result, "idle"));
        JsonNode environment = result.at("/forks/0/environment");
        settings.put("machine.clockSource", text(environment.path("clockSource")));
        LIMITS.forEach(key ->
                settings.put("machine." + key, text(environment.path("machine").path(key))));
        settings.put("data.fileSystem", text(environment.at("/data/fileSystem")));
        settings.put("agents", agents(result));
        settings.values().removeIf(String::isEmpty);
        return settings;
    }

    /** Those of a workload on a transport, whatever the machine. */
    static Map<String, String> ofWorkload(Map<String, String> settings) {
        return settings.entrySet().stream()
                .filter(entry ->
                        entry.getKey().startsWith("workload.") || entry.getKey().startsWith("transport."))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Forks may have been laid out differently. */
    private static String ofForks(JsonNode result, String key) {
        Set<String> values = new LinkedHashSet<>();
        result.path("forks")
                .forEach(fork -> values.add(text(fork.path("layout").path(key)).toLowerCase(Locale.ROOT)));
        return values.stream().sorted().collect(Collectors.joining(" and "));
    }

    private static String agents(JsonNode result) {
        List<String> agents = new ArrayList<>();
        result.at("/forks/0/parts").forEach(part -> {
            JsonNode environment = part.at("/load/environment");
            agents.add((part.path("name").asText() + " " + part.path("role").asText() + " "
                            + environment.path("cpu").asText() + " "
                            + environment.path("cores").asText())
                    .strip());
        });
        return String.join(", ", agents);
    }

    private static String text(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        return value.isValueNode() ? value.asText() : value.toString().replace("\"", "");
    }
}
