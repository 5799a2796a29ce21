package io.twohop.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Fonts for machines that have none. */
final class Fonts {
    private static final Path HOME = Path.of(System.getProperty("user.home"));
    private static final List<Path> PLACES = List.of(
            Path.of("/usr/share/fonts"),
            Path.of("/usr/local/share/fonts"),
            HOME.resolve(".fonts"),
            HOME.resolve(".local/share/fonts"));
    private static final String FILE = "fonts.conf";
    private static final String CONFIGURATION = """
            <?xml version="1.0"?>
            <!DOCTYPE fontconfig SYSTEM "fonts.dtd">
            <fontconfig>
              <dir prefix="relative">fonts</dir>
              <cachedir prefix="xdg">fontconfig</cachedir>
            </fontconfig>
            """;

    private Fonts() {}

    /**
     * Writes a configuration that points browsers to the downloaded fonts.
     *
     * @param directory directory with a folder {@code fonts}
     */
    static void configure(Path directory) throws IOException {
        Files.writeString(directory.resolve(FILE), CONFIGURATION);
    }

    /**
     * Returns environment variables that make a browser use the fonts; empty if the machine has fonts.
     *
     * @param directory directory of the configuration
     */
    static Map<String, String> environment(Path directory) {
        return environment(directory, PLACES);
    }

    static Map<String, String> environment(Path directory, List<Path> places) {
        return places.stream().anyMatch(Fonts::hasFont)
                ? Map.of()
                : Map.of("FONTCONFIG_FILE", directory.resolve(FILE).toString());
    }

    private static boolean hasFont(Path place) {
        if (!Files.isDirectory(place)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(place)) {
            return files.anyMatch(file -> file.toString().matches(".*\\.(ttf|ttc|otf|pfb)"));
        } catch (IOException | UncheckedIOException e) {
            // The browser cannot read the directory either.
            return false;
        }
    }
}
