package io.twohop.history;

import io.twohop.config.ConfigException;
import io.twohop.store.StoredResult;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds results under directories, at any depth. It skips an unreadable result with a reason, unless the user named it. */
public final class HistoryReader {
    private final List<DatedResult> results = new ArrayList<>();
    private final List<String> passedOver = new ArrayList<>();
    private final Set<Path> seen = new HashSet<>();
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
        for (Path path : paths) {
            if (!Files.isDirectory(path)) {
                throw ConfigException.invalid("DIR", path, "a directory of results, or one result's; there is none");
            }
            if (StoredResult.isIn(path)) {
                reader.add(path);
            } else {
                // It may be a link to a larger disk.
                Files.walkFileTree(
                        path, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, reader.new Visitor());
            }
        }
        if (reader.results.isEmpty()) {
            String reason = reader.passedOver.isEmpty() ? "" : "; " + reader.passedOver.get(0);
            throw ConfigException.invalid(
                    "DIR", paths.get(0), "at least one result's directory in it, with a result.json" + reason);
        }
        return new Found(List.copyOf(reader.results), List.copyOf(reader.passedOver));
    }

    private void add(Path directory) throws IOException {
        if (!seen.add(directory.toRealPath())) {
            return;
        }
        DatedResult result = DatedResult.read(directory);
        Instant started = result.startedAt();
        Path first = names.putIfAbsent(result.name() + " " + started, directory);
        if (first == null) {
            results.add(result);
        } else {
            passedOver.add(directory + ": a copy of " + first);
        }
    }

    private final class Visitor extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) throws IOException {
            if (!StoredResult.isIn(directory)) {
                return FileVisitResult.CONTINUE;
            }
            try {
                add(directory);
            } catch (ConfigException e) {
                passedOver.add(directory + ": " + e.getMessage());
            }
            return FileVisitResult.SKIP_SUBTREE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            passedOver.add(file + ": " + failure);
            return FileVisitResult.CONTINUE;
        }
    }
}
