package io.twohop.history;

import io.twohop.config.ConfigException;
import io.twohop.store.ResultDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds results under directories, at any depth. It skips an unreadable result with a reason, unless the user named it. */
public final class HistoryReader {
    private final List<DatedResult> results = new ArrayList<>();
    private final List<String> passedOver = new ArrayList<>();
    private final Map<String, Path> names = new HashMap<>();

    private HistoryReader() {}

    /**
     * Results and skipped directories.
     *
     * @param results in no particular order; some may not be usable
     * @param passedOver skipped files and directories, with the reason
     */
    public record Found(List<DatedResult> results, List<String> passedOver) {}

    /**
     * Reads all results that are named or lie in named directories.
     *
     * @throws ConfigException if there are none, or a named one cannot be read
     */
    public static Found read(List<Path> paths) throws IOException {
        HistoryReader reader = new HistoryReader();
        ResultDirectories directories = ResultDirectories.under(paths);
        for (Path named : directories.named()) {
            reader.add(named);
        }
        for (Path found : directories.found()) {
            try {
                reader.add(found);
            } catch (ConfigException e) {
                reader.passedOver.add(found + ": " + e.getMessage());
            }
        }
        reader.passedOver.addAll(directories.passedOver());
        if (reader.results.isEmpty()) {
            String reason = reader.passedOver.isEmpty() ? "" : "; " + reader.passedOver.get(0);
            throw ConfigException.invalid(
                    "DIR", paths.get(0), "at least one result's directory in it, with a result.json" + reason);
        }
        return new Found(List.copyOf(reader.results), List.copyOf(reader.passedOver));
    }

    private void add(Path directory) throws IOException {
        DatedResult result = DatedResult.read(directory);
        Instant started = result.startedAt();
        Path first = names.putIfAbsent(result.name() + " " + started, directory);
        if (first == null) {
            results.add(result);
        } else {
            passedOver.add(directory + ": a copy of " + first);
        }
    }
}
