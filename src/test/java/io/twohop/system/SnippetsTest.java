package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that Java code in docs compiles as it stands there, and that code in Javadoc is code of {@link Snippets}. */
class SnippetsTest {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));

    /** Up to the brace that closes it, alone at the end of its line. */
    private static final Pattern JAVADOC = Pattern.compile("<pre>\\{@code\n(.*?)}</pre>", Pattern.DOTALL);

    @TempDir
    private Path directory;

    @Test
    void shouldCompileEachPage() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path page : files(".md")) {
            if (!DocClasses.of(page).isEmpty()) {
                pages.add(HOME.relativize(page));
                DocClasses.compile(page, Files.createTempDirectory(directory, "page"));
            }
        }

        assertThat(pages).contains(Path.of("README.md"), Path.of("docs/LIBRARY.md"), Path.of("docs/your-service.md"));
    }

    @Test
    void shouldCompileJavadoc() throws IOException {
        String compiled = bare(Files.readString(HOME.resolve("src/test/java/io/twohop/system/Snippets.java")));
        List<String> snippets = new ArrayList<>();
        for (Path file : files(".java")) {
            JAVADOC.matcher(Files.readString(file).replaceAll("(?m)^ *\\* ?", ""))
                    .results()
                    .forEach(found -> snippets.add(found.group(1)));
        }

        assertThat(snippets).hasSizeGreaterThanOrEqualTo(5);
        assertThat(snippets)
                .allSatisfy(snippet -> assertThat(compiled).as(snippet).contains(bare(snippet)));
    }

    /** Without what a formatter may change, and with the one name that two libraries share as a reader would write it. */
    private static String bare(String code) {
        return code.replace("@org.openjdk.jmh.annotations.", "@").replaceAll("\\s+", "");
    }

    /** The docs, or the sources that are published. */
    private static List<Path> files(String suffix) {
        try (Stream<Path> files = Files.walk(HOME)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .filter(file -> !file.toString().contains("/target/"))
                    .filter(file -> suffix.equals(".md") || file.toString().contains("/src/main/"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
