package io.twohop.cost;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Files in which Linux counts. What is not there, or not for this user to read, is absent. */
final class ProcFile {
    private ProcFile() {}

    static Optional<String> text(Path file) {
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static List<String> lines(Path file) {
        return text(file).map(text -> text.lines().toList()).orElse(List.of());
    }

    /** The first number after a name at the beginning of a line, such as that of {@code VmRSS:  12 kB}. */
    static Optional<Long> number(List<String> lines, String name) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip().split("\\s+")[0])
                .filter(text -> text.matches("\\d{1,18}"))
                .map(Long::valueOf)
                .findFirst();
    }
}
