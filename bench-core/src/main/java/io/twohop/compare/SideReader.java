package io.twohop.compare;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.twohop.config.ConfigException;
import io.twohop.result.CodecCost;
import io.twohop.store.StoredResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads a side from what a user names: a result's directory, several by a pattern, or a CSV file of forks. */
public final class SideReader {
    private static final String EXPECTED = "a result's directory, a pattern of several, or a CSV file";
    private static final List<String> MACHINE = List.of("os", "cpu", "cores");
    private static final List<String> JVM = List.of("java", "vm", "maxHeapBytes");

    /** What says how to measure, but changes nothing of what is measured. */
    private static final Set<String> NOT_COMPARED = Set.of("description", "published", "forks", "floor", "slo");

    private final List<ForksCsv.Row> rows = new ArrayList<>();
    private final List<String> rounds = new ArrayList<>();
    private final List<ForkSlices> slices = new ArrayList<>();
    private final Map<String, String> setting = new TreeMap<>();
    private final List<String> warnings = new ArrayList<>();
    private Path first;
    private CodecCost codec;
    private final Set<String> layouts = new TreeSet<>();

    private SideReader() {}

    /**
     * Reads a side.
     *
     * @throws ConfigException where there is nothing, or something that cannot be compared
     */
    public static Side read(String name) {
        SideReader reader = new SideReader();
        try {
            for (Path path : paths(name)) {
                reader.add(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // Of forks that took turns and others together, not all are of a pair.
        List<String> rounds = reader.rounds.size() == reader.rows.size() ? reader.rounds : List.of();
        // Likewise.
        List<ForkSlices> slices = reader.slices.size() == reader.rows.size() ? reader.slices : List.of();
        return Side.of(
                name, reader.rows, rounds, slices, reader.setting, reader.warnings, reader.codec, reader.layouts);
    }

    private static List<Path> paths(String name) throws IOException {
        if (isPattern(name)) {
            return matching(name);
        }
        Path path = Path.of(name);
        if (!Files.exists(path)) {
            throw ConfigException.invalid("result", name, EXPECTED + "; there is no such file or directory");
        }
        return List.of(path);
    }

    private static boolean isPattern(String name) {
        try {
            if (Files.exists(Path.of(name))) {
                return false;
            }
        } catch (InvalidPathException e) {
            // On Windows a star is no part of a path.
            return true;
        }
        return name.chars().anyMatch(c -> "*?[{".indexOf(c) >= 0);
    }

    private static List<Path> matching(String pattern) throws IOException {
        int slash = pattern.lastIndexOf('/');
        Path directory = Path.of(slash < 0 ? "." : pattern.substring(0, slash + 1));
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + pattern.substring(slash + 1));
        if (!Files.isDirectory(directory)) {
            throw ConfigException.invalid("result", pattern, EXPECTED + "; there is no directory " + directory);
        }
        try (Stream<Path> all = Files.list(directory)) {
            List<Path> found = all.filter(path -> matcher.matches(path.getFileName()))
                    .sorted()
                    .toList();
            if (found.isEmpty()) {
                throw ConfigException.invalid("result", pattern, EXPECTED + "; the pattern matches nothing");
            }
            return found;
        }
    }

    private void add(Path path) throws IOException {
        if (!Files.isDirectory(path)) {
            rows.addAll(ForksCsv.read(path));
            return;
        }
        JsonNode result = result(path);
        refuse(path, result);
        Map<String, String> its = setting(result);
        if (first == null) {
            first = path;
            setting.putAll(its);
            codec = StoredResult.codec(result);
        } else if (!its.equals(setting)) {
            throw ConfigException.invalid(
                    "result", path, "the same workload, machine and JVM as " + first + ", since both are one side");
        }
        if (result.at("/verdict/kind").asText().equals("Saturated")) {
            warnings.add(path.getFileName() + " is saturated: its latencies describe a growing queue");
        }
        if (result.at("/trust/cause").isTextual()) {
            warnings.add(path.getFileName() + ": the machine decides what lies beyond "
                    + result.at("/trust/upTo").asText() + " ("
                    + result.at("/trust/cause").asText()
                    + "); free a core, or compare on a quiet machine");
        }
        if (result.path("precision").isObject()) {
            warnings.add(path.getFileName() + " has as many forks as "
                    + result.at("/precision/figure").asText()
                    + " needed: false alarms are more frequent than alpha; measure both sides with --as "
                    + path.getFileName());
        }
        result.path("forks").forEach(fork -> {
            String layout = fork.at("/layout/layout").asText().toLowerCase(Locale.ROOT);
            if (!layout.isEmpty()) {
                layouts.add(layout);
            }
        });
        List<ForksCsv.Row> forks = ForksCsv.read(path.resolve(ForksCsv.NAME));
        rows.addAll(forks);
        String call = result.path("interleaved").asText(null);
        if (result.path("duet").isObject()) {
            slices.addAll(SlicesCsv.read(path, result));
        }
        if (call != null) {
            // Each round has one fork of each run, and no fork of a complete result is missing.
            IntStream.rangeClosed(1, forks.size()).forEach(round -> rounds.add(call + " " + round));
        }
    }

    private static JsonNode result(Path directory) throws IOException {
        if (Files.exists(directory.resolve("plan.json"))) {
            throw ConfigException.invalid("result", directory, "one result; this is a table of several, name those");
        }
        return StoredResult.read(directory);
    }

    private static void refuse(Path path, JsonNode result) {
        if (!result.path("complete").asBoolean()) {
            throw ConfigException.invalid("result", path, "a complete result; this run broke off");
        }
        JsonNode verdict = result.path("verdict");
        if (verdict.path("kind").asText().equals("Invalid")) {
            throw ConfigException.invalid(
                    "result",
                    path,
                    "a result whose numbers can be used; this one is invalid: "
                            + verdict.path("reasons").path(0).asText());
        }
    }

    /** What has to be the same in results that are compared, by key, such as {@code workload.rate}. */
    public static Map<String, String> setting(JsonNode result) {
        Map<String, String> setting = new TreeMap<>();
        result.path("workloadSettings").properties().forEach(entry -> {
            if (!NOT_COMPARED.contains(entry.getKey())) {
                setting.put("workload." + entry.getKey(), shown(withoutPlace(entry.getValue())));
            }
        });
        JsonNode environment = result.at("/forks/0/environment");
        if (result.path("duet").isObject()) {
            setting.put("measured", "side by side");
        }
        MACHINE.forEach(
                key -> setting.put("machine." + key, environment.path(key).asText()));
        JVM.forEach(key -> setting.put("jvm." + key, environment.path(key).asText()));
        return setting;
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

    private static String shown(JsonNode value) {
        return value.isValueNode() ? value.asText() : value.toString().replace("\"", "");
    }
}
