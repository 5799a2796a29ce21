package io.twohop.cli;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Finds workload files by path or by name, and the directory of this installation. */
final class FileFinder {
    private static final String HOME_PROPERTY = "twohop.home";
    private static final String WORKLOADS = "workloads";
    private static final String STANDARD_INPUT = "-";

    private final Path home;
    private final boolean hasWorkloads;

    FileFinder() {
        String given = System.getProperty(HOME_PROPERTY);
        home = given == null ? homeOfJar() : Path.of(given);
        hasWorkloads = given != null && Files.isDirectory(home.resolve(WORKLOADS));
    }

    /** Returns the checkout or installation that the bench runs from. */
    Path home() {
        return home;
    }

    /** A checkout has {@code bench-cli/target/bench.jar}, a distribution {@code bench.jar}; both have the workloads. */
    private static Path homeOfJar() {
        try {
            Path jar = Path.of(FileFinder.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            for (Path up = jar.getParent(); up != null; up = up.getParent()) {
                if (Files.isDirectory(up.resolve(WORKLOADS))) {
                    return up;
                }
            }
        } catch (URISyntaxException e) {
            // Falls back to the working directory.
        }
        return Path.of("").toAbsolutePath();
    }

    /** @param name a path, the name of an installed workload or of one on the user's class path, or {@code -} for standard input */
    YamlDocument workload(String name) {
        if (STANDARD_INPUT.equals(name)) {
            return standardInput();
        }
        Path path = Path.of(name);
        if (Files.exists(path)) {
            return YamlDocument.read(path);
        }
        for (Path directory : workloadDirectories()) {
            if (Files.exists(directory.resolve(name))) {
                return YamlDocument.read(directory.resolve(name));
            }
        }
        return UserClassPath.workload(name).orElseThrow(() -> noWorkload(name));
    }

    private ConfigException noWorkload(String name) {
        Set<String> names = workloads().keySet();
        return ConfigException.invalid("workload", name, "a file, or one of " + String.join(", ", names))
                .didYouMean(names);
    }

    private static YamlDocument standardInput() {
        try {
            return YamlDocument.read("stdin", System.in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the workload files of all workload directories, by name. */
    Map<String, Path> workloads() {
        Map<String, Path> files = new TreeMap<>();
        for (Path directory : workloadDirectories()) {
            if (!Files.isDirectory(directory)) {
                continue;
            }
            try (Stream<Path> found = Files.list(directory)) {
                found.filter(file -> file.toString().endsWith(".yaml"))
                        .forEach(file -> files.putIfAbsent(file.getFileName().toString(), file));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return files;
    }

    /** Leaves out this jar's workloads where others are installed: opening the jar takes long, and only JBang's users need it. */
    private List<Path> workloadDirectories() {
        Path own = Path.of(WORKLOADS);
        Path installed = home.resolve(WORKLOADS);
        return hasWorkloads ? List.of(own, installed) : List.of(own, installed, Carried.DIRECTORY);
    }

    /** The workloads that the build packs into this jar. */
    private static final class Carried {
        static final Path DIRECTORY = open();

        private static Path open() {
            try {
                URI uri = FileFinder.class.getResource(WORKLOADS).toURI();
                if (uri.getScheme().equals("jar")) {
                    // Stays open until the process ends: documents are read from it later.
                    FileSystems.newFileSystem(uri, Map.of());
                }
                return Path.of(uri);
            } catch (URISyntaxException | IOException e) {
                throw new IllegalStateException("The workloads of this jar cannot be read", e);
            }
        }
    }
}
