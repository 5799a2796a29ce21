package io.twohop.cli;

import io.twohop.config.ConfigException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The user's own classes and jars, which {@code event}, {@code service} and other keys can name. */
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

    private static URL url(Path file) {
        try {
            return file.toAbsolutePath().normalize().toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }
}
