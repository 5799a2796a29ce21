package io.twohop.cli;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The user's own directories and jars, whose classes {@code event}, {@code service} and other keys can name. */
final class UserClassPath {
    private static final String OPTION = "classpath";
    private static final String ALL_JARS = "*";

    private UserClassPath() {}

    /**
     * Sets the context class loader of this thread and the threads that it starts. Forks take their class path from that loader.
     *
     * @param text directories, jars, and {@code DIRECTORY/*} for all jars of a directory, separated as in a JVM's class path
     * @throws ConfigException if an entry does not exist
     */
    static void use(String text) {
        List<URL> urls = new ArrayList<>();
        for (String entry : text.split(Pattern.quote(File.pathSeparator))) {
            files(entry).forEach(file -> urls.add(url(file)));
        }
        Thread thread = Thread.currentThread();
        thread.setContextClassLoader(new URLClassLoader(urls.toArray(URL[]::new), thread.getContextClassLoader()));
    }

    /** Returns the loader of the user's own class path; empty without {@code --classpath}. */
    static Optional<URLClassLoader> loader() {
        return Thread.currentThread().getContextClassLoader() instanceof URLClassLoader own
                ? Optional.of(own)
                : Optional.empty();
    }

    /** Returns the directories and jars of the user's own class path, in its order. */
    static List<Path> entries() {
        return loader().stream()
                .flatMap(own -> Stream.of(own.getURLs()))
                .map(UserClassPath::path)
                .toList();
    }

    /** Returns the option that gives another process this class path; empty without it. */
    static List<String> option() {
        return entries().isEmpty()
                ? List.of()
                : List.of(
                        "--" + OPTION,
                        entries().stream()
                                .map(entry -> entry.toAbsolutePath().toString())
                                .collect(Collectors.joining(File.pathSeparator)));
    }

    /** Returns a workload file of the user's own class path, such as {@code @LatencyTest(workload = "budget.yaml")} names. */
    static Optional<YamlDocument> workload(String name) {
        Optional<URL> found = loader().map(own -> own.findResource(name));
        if (found.isEmpty()) {
            return Optional.empty();
        }
        try (InputStream in = found.get().openStream()) {
            return Optional.of(YamlDocument.read(name, in));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> files(String entry) {
        boolean jars = entry.equals(ALL_JARS) || entry.endsWith("/" + ALL_JARS);
        Path path = Path.of(jars ? entry.substring(0, entry.length() - ALL_JARS.length()) : entry);
        if (!jars && !entry.isEmpty() && (Files.isDirectory(path) || isJar(path))) {
            return List.of(path);
        }
        List<Path> files =
                jars ? names(path).filter(UserClassPath::isJar).sorted().toList() : List.of();
        if (files.isEmpty()) {
            throw ConfigException.invalid(
                            OPTION,
                            entry,
                            jars
                                    ? "a directory with a jar in it"
                                    : "a directory of classes, a jar, or lib/* for all jars")
                    .didYouMean(jars ? List.of() : near(path));
        }
        return files;
    }

    private static boolean isJar(Path path) {
        return path.toString().endsWith(".jar") && Files.isRegularFile(path);
    }

    /** Returns the entries of the path's directory, for suggestions. */
    private static List<String> near(Path path) {
        Path parent = path.getParent();
        return names(parent == null ? Path.of("") : parent)
                .filter(file -> Files.isDirectory(file) || isJar(file))
                .map(Path::toString)
                .toList();
    }

    private static Stream<Path> names(Path directory) {
        if (!Files.isDirectory(directory)) {
            return Stream.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path path(URL url) {
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static URL url(Path file) {
        try {
            return file.toAbsolutePath().normalize().toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
