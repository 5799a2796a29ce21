package io.twohop.cli;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.registry.TransportFile;
import io.twohop.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/**
 * Values that {@code -D} defines: the workload's file, the directory of results, and overrides of keys.
 *
 * @param workload the workload's file
 * @param results the directory of results
 * @param overrides values by workload key
 * @param transportOverrides values by key of the transport file
 */
record Overrides(
        Optional<String> workload,
        String results,
        Map<String, String> overrides,
        Map<String, String> transportOverrides) {
    private static final String TRANSPORT_PREFIX = "transport.";
    private static final String AFFINITY = "affinity";

    /** Options that users mistake for keys. */
    private static final List<String> OPTIONS = List.of(
            "as", "classpath", "dry-run", "duet", "interleave", "properties", "resume", "seed", "verbose", "yes");

    /**
     * Reads overrides of the command line, which override system properties.
     *
     * @param given overrides of the command line, each {@code key=value}
     * @param system properties of this JVM, for {@code java -Dworkload=... -jar bench.jar}; unknown names are ignored
     */
    static Overrides of(List<String> given, Properties system) {
        Map<String, String> all = new LinkedHashMap<>();
        for (String name : system.stringPropertyNames()) {
            if (isOurs(name)) {
                all.put(name, system.getProperty(name));
            }
        }
        all.putAll(asMap(given));
        Optional<String> workload = Optional.ofNullable(all.remove("workload"));
        String results = Objects.requireNonNullElse(all.remove("results"), "results");
        Map<String, String> overrides = new LinkedHashMap<>();
        Map<String, String> transport = new LinkedHashMap<>();
        all.forEach((key, value) -> {
            if (key.startsWith(TRANSPORT_PREFIX)) {
                transport.put(key.substring(TRANSPORT_PREFIX.length()), value);
            } else if (key.equals("codec") || key.equals("clientJars")) {
                transport.put(key, value);
            } else {
                overrides.put(key, value);
            }
        });
        return new Overrides(workload, results, overrides, transport);
    }

    private static Map<String, String> asMap(List<String> given) {
        Map<String, String> map = new LinkedHashMap<>();
        for (String definition : given) {
            String[] parts = definition.split("=", 2);
            if (parts.length < 2 || parts[1].isBlank()) {
                throw ConfigException.invalid("-D" + definition, "no value", "-D" + parts[0] + "=...; or leave it out");
            }
            if (OPTIONS.contains(parts[0])) {
                throw ConfigException.invalid(
                        "-D" + parts[0], parts[1], "--" + parts[0] + ", which is an option and no key of the workload");
            }
            if (map.containsKey(parts[0])) {
                throw ConfigException.invalid("-D" + parts[0], "given twice", "once");
            }
            map.put(parts[0], parts[1]);
        }
        return map;
    }

    private static boolean isOurs(String name) {
        String first = name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
        return List.of("workload", "results", "codec", "clientJars", "transport")
                        .contains(first)
                || Workload.keys().contains(first);
    }

    YamlDocument applyToWorkload(YamlDocument document) {
        YamlDocument changed = document;
        for (Map.Entry<String, String> override : overrides.entrySet()) {
            changed = with(changed, override, "");
        }
        return changed;
    }

    YamlDocument applyToTransport(YamlDocument document) {
        YamlDocument changed = document;
        for (Map.Entry<String, String> override : transportOverrides.entrySet()) {
            changed = with(
                    changed, override, TransportFile.COMMON_KEYS.contains(override.getKey()) ? "" : TRANSPORT_PREFIX);
        }
        return changed;
    }

    private static YamlDocument with(YamlDocument document, Map.Entry<String, String> override, String prefix) {
        String origin = "-D" + prefix + override.getKey() + "=" + override.getValue();
        return document.with(override.getKey(), value(prefix + override.getKey(), override.getValue()), origin);
    }

    /** Accepts ranges of CPUs, as {@code bench doctor} does. */
    private static String value(String key, String text) {
        return key.equals(AFFINITY) && CpuList.isOne(text)
                ? CpuList.parse("-D" + key, text).toString()
                : text;
    }
}
