package io.twohop.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.twohop.account.ThreadLayout;
import io.twohop.config.YamlDocument;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.CodecCost;
import io.twohop.result.Environment;
import io.twohop.result.Fork;
import io.twohop.result.Machine;
import io.twohop.result.Storage;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The circumstances of a measurement, by key, such as {@code workload.rate}: some have to be the same on both sides of a comparison,
 * and all of them in forks of one side.
 */
public final class ForkSetting {
    private static final String WORKLOAD = "workload.";
    private static final String TRANSPORT = "transport.";

    /** Keys of a workload that do not change the measured system. */
    private static final Set<String> NOT_COMPARED = Set.of("description", "published", "forks", "floor", "slo");

    private static final String DESCRIPTION = "description";

    private ForkSetting() {}

    /** Returns the settings that have to be the same on both sides: workload, machine, and JVM. */
    public static Map<String, String> ofBothSides(BenchmarkResult result) {
        return ofBothSides(result, result.forks().stream().findFirst());
    }

    private static Map<String, String> ofBothSides(BenchmarkResult result, Optional<Fork> fork) {
        Map<String, String> setting = new TreeMap<>();
        result.workloadSettings().properties().forEach(entry -> {
            if (!NOT_COMPARED.contains(entry.getKey())) {
                setting.put(WORKLOAD + entry.getKey(), YamlDocument.line(withoutPlace(entry.getValue())));
            }
        });
        put(setting, "measured", result.duet().map(duet -> "side by side"));
        Optional<Environment> environment = fork.map(Fork::environment);
        put(setting, "machine.os", environment.map(Environment::os));
        put(setting, "machine.cpu", environment.map(Environment::cpu));
        put(setting, "machine.cores", environment.map(Environment::cores));
        put(setting, "jvm.java", environment.map(Environment::java));
        put(setting, "jvm.vm", environment.map(Environment::vm));
        put(setting, "jvm.maxHeapBytes", environment.map(Environment::maxHeapBytes));
        return setting;
    }

    /**
     * Returns the settings that have to be the same in all forks of one side: in addition, the transport with its configuration and
     * codec, the layout, and what limits the machine.
     *
     * @param fork one of the result's forks
     */
    public static Map<String, String> ofOneSide(BenchmarkResult result, Fork fork) {
        return ofOneSide(result, Optional.of(fork));
    }

    /** Returns the same settings of the first fork; only those of workload and transport without a fork. */
    public static Map<String, String> ofOneSide(BenchmarkResult result) {
        return ofOneSide(result, result.forks().stream().findFirst());
    }

    private static Map<String, String> ofOneSide(BenchmarkResult result, Optional<Fork> fork) {
        Map<String, String> setting = ofBothSides(result, fork);
        result.transportSettings().properties().forEach(entry -> {
            if (!entry.getKey().equals(DESCRIPTION)) {
                setting.put(TRANSPORT + entry.getKey(), YamlDocument.line(entry.getValue()));
            }
        });
        put(setting, "payloadBytes", Optional.of(result.payloadBytes()));
        put(setting, "codec", fork.flatMap(Fork::codec).map(CodecCost::name));
        Optional<ThreadLayout> layout = fork.map(Fork::layout);
        put(setting, "layout", layout.map(ThreadLayout::layout).map(ForkSetting::lowerCase));
        put(setting, "idle", layout.map(ThreadLayout::idle).map(ForkSetting::lowerCase));
        Optional<Environment> environment = fork.map(Fork::environment);
        put(setting, "machine.clockSource", environment.map(Environment::clockSource));
        Optional<Machine> machine = environment.map(Environment::machine);
        put(setting, "machine.memoryLimitBytes", machine.map(Machine::memoryLimitBytes));
        put(setting, "machine.cpuQuota", machine.map(Machine::cpuQuota));
        put(setting, "machine.governor", machine.map(Machine::governor));
        put(setting, "machine.smt", machine.map(Machine::smt));
        put(setting, "machine.hugePages", machine.map(Machine::hugePages));
        put(setting, "data.fileSystem", environment.map(Environment::data).map(Storage::fileSystem));
        put(setting, "agents", fork.map(ForkSetting::agents));
        setting.values().removeIf(String::isEmpty);
        return setting;
    }

    private static void put(Map<String, String> setting, String key, Optional<?> value) {
        setting.put(key, value.map(Object::toString).orElse(""));
    }

    private static String lowerCase(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }

    private static String agents(Fork fork) {
        return fork.parts().stream()
                .map(part -> (part.name() + " " + part.role() + " "
                                + part.measured()
                                        .map(Fork::environment)
                                        .map(environment -> environment.cpu() + " " + environment.cores())
                                        .orElse(""))
                        .strip())
                .collect(Collectors.joining(", "));
    }

    /**
     * Lists the differences between two settings of {@link #ofOneSide}, such as {@code codec: json against wire}. Workload and transport
     * are complete; elsewhere, a missing value is unknown and differs from nothing.
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

    /** The digest identifies a file, wherever it lies. */
    private static JsonNode withoutPlace(JsonNode value) {
        if (value.has("contents")) {
            return ((ObjectNode) value.deepCopy()).without("file");
        }
        if (!value.path("sha256").isTextual()) {
            return value;
        }
        String fields = value.has("fields") ? " with " + YamlDocument.line(value.path("fields")) : "";
        return TextNode.valueOf("file " + value.path("sha256").asText() + fields);
    }
}
