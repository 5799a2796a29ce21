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
 * Files with Linux's configuration and counters. Missing files, and those that this user may not read, are empty. Any thread.
 *
 * @param root directory of {@code proc} and {@code sys}: {@code /} except in tests
 */
public record SystemFiles(Path root) {
    private static final Pattern CHOSEN = Pattern.compile("\\[([^]]+)]");
    private static final long KILO = 1_024;

    public static SystemFiles ofThisMachine() {
        return new SystemFiles(Path.of("/"));
    }

    Path proc() {
        return root.resolve("proc");
    }

    /** Returns the text of a file; empty if the file is missing or blank. */
    Optional<String> text(String path) {
        try {
            return Optional.of(Files.readString(root.resolve(path)).strip()).filter(text -> !text.isEmpty());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the value in brackets among those that a file offers. */
    Optional<String> chosen(String path) {
        return text(path).map(CHOSEN::matcher).filter(Matcher::find).map(found -> found.group(1));
    }

    /** Returns the rest of the line that begins with a name and a colon. */
    Optional<String> value(String path, String name) {
        return text(path).stream()
                .flatMap(String::lines)
                .filter(line ->
                        line.startsWith(name) && line.substring(name.length()).matches("\\s*:.*"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst();
    }

    /** Returns a size in {@code /proc/meminfo}. */
    Optional<Long> memoryBytes(String name) {
        return value("proc/meminfo", name)
                .filter(text -> text.matches("\\d{1,15} kB"))
                .map(text -> KILO * Long.parseLong(text.substring(0, text.indexOf(' '))));
    }

    Optional<Long> memoryCount(String name) {
        return value("proc/meminfo", name)
                .filter(text -> text.matches("\\d{1,15}"))
                .map(Long::valueOf);
    }

    /** Returns the directories whose names are a word and a number, such as {@code cpu0}, by number. */
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
