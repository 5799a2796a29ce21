package io.twohop.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files in which Linux says how it is set up, and what it has counted. What is not there, or not for this user to read, is
 * empty. Any thread.
 *
 * @param root where {@code proc} and {@code sys} are: {@code /}, but in tests
 */
public record SystemFiles(Path root) {
    private static final Pattern CHOSEN = Pattern.compile("\\[([^]]+)]");
    private static final long KILO = 1_024;

    /** Those of the machine that this runs on. */
    public static SystemFiles ofThisMachine() {
        return new SystemFiles(Path.of("/"));
    }

    Path proc() {
        return root.resolve("proc");
    }

    /** What a file says; empty also where it says nothing. */
    Optional<String> text(String path) {
        try {
            return Optional.of(Files.readString(root.resolve(path)).strip()).filter(text -> !text.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Of the values that a file offers, the one in brackets. */
    Optional<String> chosen(String path) {
        return text(path).map(CHOSEN::matcher).filter(Matcher::find).map(found -> found.group(1));
    }

    /** What stands behind a name at the beginning of a line, and a colon. */
    Optional<String> value(String path, String name) {
        return text(path).stream()
                .flatMap(String::lines)
                .filter(line ->
                        line.startsWith(name) && line.substring(name.length()).matches("\\s*:.*"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }

    /** A line of {@code /proc/meminfo}. */
    Optional<Long> memoryBytes(String name) {
        return value("proc/meminfo", name)
                .filter(text -> text.matches("\\d{1,15} kB"))
                .map(text -> KILO * Long.parseLong(text.substring(0, text.indexOf(' '))));
    }

    /** A line of {@code /proc/meminfo} that counts. */
    Optional<Long> memoryCount(String name) {
        return value("proc/meminfo", name)
                .filter(text -> text.matches("\\d{1,15}"))
                .map(Long::valueOf);
    }

    /** The directories in one whose names are a word and a number, such as {@code cpu0}. */
    List<Path> numbered(String path, String word) {
        try (var all = Files.list(root.resolve(path))) {
            return all.filter(entry -> entry.getFileName().toString().matches(word + "\\d+"))
                    .sorted(Comparator.comparingInt(entry ->
                            Integer.parseInt(entry.getFileName().toString().substring(word.length()))))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }
}
