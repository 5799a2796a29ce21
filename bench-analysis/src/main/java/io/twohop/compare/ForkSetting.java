package io.twohop.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The circumstances of a measurement, by key, such as {@code workload.rate}: some have to be the same on both sides of a comparison,
 * and all of them in forks of one side.
 */
public final class ForkSetting {
    private static final String WORKLOAD = "workload.";
    private static final String TRANSPORT = "transport.";
    private static final List<String> MACHINE = List.of("os", "cpu", "cores");
    private static final List<String> LIMITS = List.of("memoryLimitBytes", "cpuQuota", "governor", "smt", "hugePages");
    private static final List<String> JVM = List.of("java", "vm", "maxHeapBytes");

    /** Keys of a workload that say how to measure and change nothing of the measured system. */
    private static final Set<String> NOT_COMPARED = Set.of("description", "published", "forks", "floor", "slo");

    private static final String DESCRIPTION = "description";

    private ForkSetting() {}

    /** Returns the settings that have to be the same on both sides: workload, machine, and JVM. */
    public static Map<String, String> ofBothSides(JsonNode result) {
        return ofBothSides(result, result.at("/forks/0"));
    }

    private static Map<String, String> ofBothSides(JsonNode result, JsonNode fork) {
        Map<String, String> setting = new TreeMap<>();
        result.path("workloadSettings").properties().forEach(entry -> {
            if (!NOT_COMPARED.contains(entry.getKey())) {
                setting.put(WORKLOAD + entry.getKey(), text(withoutPlace(entry.getValue())));
            }
        });
        JsonNode environment = fork.path("environment");
        if (result.path("duet").isObject()) {
            setting.put("measured", "side by side");
        }
        MACHINE.forEach(key -> setting.put("machine." + key, text(environment.path(key))));
        JVM.forEach(key -> setting.put("jvm." + key, text(environment.path(key))));
        return setting;
    }

    /**
     * Returns the settings that have to be the same in all forks of one side: in addition, the transport with its configuration and
     * codec, the layout, and what limits the machine.
     *
     * @param fork one of the result's forks
     */
    public static Map<String, String> ofOneSide(JsonNode result, JsonNode fork) {
        Map<String, String> setting = ofBothSides(result, fork);
        result.path("transportSettings").properties().forEach(entry -> {
            if (!entry.getKey().equals(DESCRIPTION)) {
                setting.put(TRANSPORT + entry.getKey(), text(entry.getValue()));
            }
        });
        setting.put("payloadBytes", text(result.path("payloadBytes")));
        setting.put("codec", text(fork.at("/codec/name")));
        setting.put("layout", text(fork.at("/layout/layout")).toLowerCase(Locale.ROOT));
        setting.put("idle", text(fork.at("/layout/idle")).toLowerCase(Locale.ROOT));
        JsonNode environment = fork.path("environment");
        setting.put("machine.clockSource", text(environment.path("clockSource")));
        LIMITS.forEach(key ->
                setting.put("machine." + key, text(environment.path("machine").path(key))));
        setting.put("data.fileSystem", text(environment.at("/data/fileSystem")));
        setting.put("agents", agents(fork));
        setting.values().removeIf(String::isEmpty);
        return setting;
    }

    private static String agents(JsonNode fork) {
        List<String> agents = new ArrayList<>();
        fork.path("parts").forEach(part -> {
            JsonNode environment = part.at("/load/environment");
            agents.add((part.path("name").asText() + " " + part.path("role").asText() + " "
                            + environment.path("cpu").asText() + " "
                            + environment.path("cores").asText())
                    .strip());
        });
        return String.join(", ", agents);
    }

    /**
     * Lists the differences between two settings of {@link #ofOneSide}, such as {@code codec: json against wire}. Workload and transport
     * state all that they set; elsewhere, a missing value is unknown and differs from nothing.
     */
    static List<String> differences(Map<String, String> one, Map<String, String> other) {
        Set<String> keys = new TreeSet<>(one.keySet());
        keys.addAll(other.keySet());
        return keys.stream()
                .filter(key -> isOfFiles(key) || one.containsKey(key) && other.containsKey(key))
                .filter(key -> !one.getOrDefault(key, "").equals(other.getOrDefault(key, "")))
                .map(key ->
                        key + ": " + one.getOrDefault(key, "absent") + " against " + other.getOrDefault(key, "absent"))
                .toList();
    }

    /** Returns whether the files of workload and transport state a setting, whatever the machine. */
    public static boolean isOfFiles(String key) {
        return key.startsWith(WORKLOAD) || key.startsWith(TRANSPORT);
    }

    /** A file is the same one wherever it is kept, and its digest says so. */
    private static JsonNode withoutPlace(JsonNode value) {
        if (value.has("contents")) {
            return ((ObjectNode) value.deepCopy()).without("file");
        }
        return value.path("sha256").isTextual()
                ? TextNode.valueOf("file " + value.path("sha256").asText())
                : value;
    }

    private static String text(JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        return value.isValueNode() ? value.asText() : value.toString().replace("\"", "");
    }
}
