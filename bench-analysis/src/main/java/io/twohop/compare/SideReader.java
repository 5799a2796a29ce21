package io.twohop.compare;

import io.twohop.config.ConfigException;
import io.twohop.external.ExternalFiles;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.CodecCost;
import io.twohop.result.Fork;
import io.twohop.result.Verdict;
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

/** Reads a side from a result's directory, several by a pattern, or a CSV file of forks. */
public final class SideReader {
    private static final String EXPECTED = "a result's directory, a pattern of several, or a CSV file";

    private final List<ForksCsv.Row> rows = new ArrayList<>();
    private final List<String> rounds = new ArrayList<>();
    private final List<ForkSlices> slices = new ArrayList<>();
    private final Map<String, String> setting = new TreeMap<>();
    private final List<String> warnings = new ArrayList<>();
    private final List<NamedSetting> ofForks = new ArrayList<>();
    private final List<CodecCost> codecs = new ArrayList<>();
    private final Set<String> layouts = new TreeSet<>();
    private final Map<String, Set<String>> chosen = new TreeMap<>();

    /** The setting of a fork. */
    private record NamedSetting(String fork, Map<String, String> setting) {}

    private SideReader() {}

    /**
     * Reads a side.
     *
     * @throws ConfigException if nothing is there, or nothing that can be compared
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
        return reader.side(name);
    }

    /**
     * Returns the side of one result that was read already, with the figures of {@code result.json} and without slices.
     *
     * @throws ConfigException for a result that cannot be compared
     */
    public static Side of(Path directory, BenchmarkResult result) {
        SideReader reader = new SideReader();
        reader.add(directory, result);
        result.forks().forEach(fork -> reader.rows.add(ForksCsv.Row.of(fork)));
        reader.turns(result, result.forks().size());
        return reader.side(directory.toString());
    }

    private Side side(String name) {
        return Side.of(
                name,
                rows,
                new SideTurns(ofEachFork(rounds), ofEachFork(slices)),
                new Conditions(setting, codecs.stream().findFirst(), layouts, chosen),
                warnings);
    }

    /** If some forks took turns and others did not, not all have a partner. */
    private <T> List<T> ofEachFork(List<T> turns) {
        return turns.size() == rows.size() ? turns : List.of();
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
            // Windows allows no star in a path.
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

    private void add(Path given) throws IOException {
        Path path = StoredResult.isFile(given) ? given.toAbsolutePath().getParent() : given;
        if (ExternalFiles.isOne(path)) {
            throw ConfigException.invalid(
                    "result", path, EXPECTED + " here; bench compare reads files of other tools, one for each side");
        }
        if (!Files.isDirectory(path)) {
            rows.addAll(ForksCsv.read(path));
            return;
        }
        BenchmarkResult result = result(path);
        add(path, result);
        List<ForksCsv.Row> forks = ForksCsv.read(path.resolve(ForksCsv.NAME));
        rows.addAll(forks);
        if (result.duet().isPresent()) {
            slices.addAll(SlicesCsv.read(path, result, result.duet().get().sliceSeconds()));
        }
        turns(result, forks.size());
    }

    private void turns(BenchmarkResult result, int forks) {
        // Each round has one fork of each run, and no fork of a complete result is missing.
        result.interleaved()
                .ifPresent(call -> IntStream.rangeClosed(1, forks).forEach(round -> rounds.add(call + " " + round)));
    }

    private void add(Path path, BenchmarkResult result) {
        refuse(path, result);
        if (ofForks.isEmpty()) {
            setting.putAll(ForkSetting.ofBothSides(result));
            result.forks().stream()
                    .limit(1)
                    .flatMap(fork -> fork.codec().stream())
                    .forEach(codecs::add);
        }
        for (Fork fork : result.forks()) {
            checkAlike(path + " fork " + fork.number(), ForkSetting.ofOneSide(result, fork));
            Stream.ofNullable(fork.layout())
                    .map(layout -> layout.layout().name().toLowerCase(Locale.ROOT))
                    .forEach(layouts::add);
            fork.chosen()
                    .forEach((key, value) -> chosen.computeIfAbsent(key, first -> new TreeSet<>())
                            .add(value));
        }
        if (result.verdict() instanceof Verdict.Saturated) {
            warnings.add(path.getFileName() + " is saturated: its latencies describe a growing queue");
        }
        result.limitedTrust()
                .ifPresent(trust -> warnings.add(path.getFileName() + ": the machine decides what lies beyond "
                        + trust.upTo() + " (" + trust.cause() + "); free a core, or compare on a quiet machine"));
        result.precision()
                .ifPresent(precision -> warnings.add(path.getFileName() + " has as many forks as " + precision.figure()
                        + " needed: false alarms are more frequent than alpha; measure both sides with --as "
                        + path.getFileName()));
    }

    /** The mean of forks that measured under different conditions describes none of them. */
    private void checkAlike(String fork, Map<String, String> its) {
        ofForks.add(new NamedSetting(fork, its));
        NamedSetting first = ofForks.get(0);
        List<String> differences = ForkSetting.differences(first.setting(), its);
        if (!differences.isEmpty()) {
            throw ConfigException.invalid(
                    "result",
                    fork,
                    "forks of one side measured alike; against " + first.fork() + " differ "
                            + String.join("; ", differences) + ". Compare them as two sides");
        }
    }

    private static BenchmarkResult result(Path directory) throws IOException {
        if (Files.exists(directory.resolve("plan.json"))) {
            throw ConfigException.invalid("result", directory, "one result; this is a table of several, name those");
        }
        return StoredResult.read(directory);
    }

    private static void refuse(Path path, BenchmarkResult result) {
        if (!result.complete()) {
            throw ConfigException.invalid("result", path, "a complete result; this run broke off");
        }
        if (result.verdict() instanceof Verdict.Invalid invalid) {
            throw ConfigException.invalid(
                    "result",
                    path,
                    "a result whose numbers can be used; this one is invalid: "
                            + invalid.reasons().stream().findFirst().orElse(""));
        }
    }
}
