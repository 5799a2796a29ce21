package io.twohop.site;

import io.twohop.config.ConfigException;
import io.twohop.config.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A repository layout for contributed results: their directory, a page for contributors, and a workflow. */
public final class ResultRepository {
    private static final Map<String, String> FILES = new LinkedHashMap<>();

    static {
        FILES.put("README.md", "README.md");
        FILES.put("annotations.yaml", "annotations.yaml");
        FILES.put(".github/workflows/results.yml", "results.yml");
    }

    private ResultRepository() {}

    /**
     * Writes the layout.
     *
     * @param directory empty, or missing; a {@code .git} in it stays
     * @return the written files
     * @throws ConfigException for a directory with other content
     */
    public static List<Path> create(Path directory) throws IOException {
        if (Files.exists(directory)) {
            if (!Files.isDirectory(directory)) {
                throw ConfigException.invalid("--init", directory, "a directory; this is a file");
            }
            try (Stream<Path> inside = Files.list(directory)) {
                if (inside.anyMatch(file -> !file.endsWith(".git"))) {
                    throw ConfigException.invalid("--init", directory, "a new or empty directory");
                }
            }
        }
        List<Path> written = new ArrayList<>();
        for (Map.Entry<String, String> file : FILES.entrySet()) {
            Path path = directory.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            WholeFile.write(path, resource(file.getValue()));
            written.add(path);
        }
        Path keep = Files.createDirectories(directory.resolve("results")).resolve(".gitkeep");
        WholeFile.write(keep, "");
        written.add(keep);
        return written;
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = ResultRepository.class.getResourceAsStream("repository/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
