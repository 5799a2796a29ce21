package io.twohop.compare;

import com.fasterxml.jackson.databind.JsonNode;
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

    private final List<ForksCsv.Row> rows = new ArrayList<>();
    private final List<String> rounds = new ArrayList<>();
    private final List<ForkSlices> slices = new ArrayList<>();
    private final Map<String, String> setting = new TreeMap<>();
    private final List<String> warnings = new ArrayList<>();
    private Map<String, String> ofForks;
    private String firstFork;
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
        if (ofForks == null) {
            setting.putAll(ForkSetting.ofBothSides(result));
            codec = StoredResult.codec(result);
        }
        for (JsonNode fork : result.path("forks")) {
            checkAlike(path + " fork " + fork.path("number").asText("1"), ForkSetting.ofOneSide(result, fork));
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

    /** A mean over unlike forks is a mean of nothing that runs anywhere. */
    private void checkAlike(String fork, Map<String, String> its) {
        if (ofForks == null) {
            ofForks = its;
            firstFork = fork;
            return;
        }
        List<String> differences = ForkSetting.differences(ofForks, its);
        if (!differences.isEmpty()) {
            throw ConfigException.invalid(
                    "result",
                    fork,
                    "forks of one side measured alike; against " + firstFork + " differ "
                            + String.join("; ", differences) + ". Compare them as two sides");
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
}
