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

/** Tests that Java code in docs and Javadoc is code of {@link Snippets}, which the build compiles. */
class SnippetsTest {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));
    private static final Pattern MARKDOWN = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    /** Up to the brace that closes it, alone at the end of its line. */
    private static final Pattern JAVADOC = Pattern.compile("<pre>\\{@code\n(.*?)}</pre>", Pattern.DOTALL);

    @Test
    void shouldBeCompiled() throws IOException {
        String compiled = bare(Files.readString(HOME.resolve("src/test/java/io/twohop/system/Snippets.java")));
        List<String> snippets = new ArrayList<>();
        for (Path file : files(".md")) {
            if (!file.equals(YourServicePageTest.PAGE)) {
                snippets.addAll(find(MARKDOWN, Files.readString(file)));
            }
        }
        for (Path file : files(".java")) {
            snippets.addAll(find(JAVADOC, Files.readString(file).replaceAll("(?m)^ *\\* ?", "")));
        }

        assertThat(snippets).hasSizeGreaterThanOrEqualTo(8);
        assertThat(snippets)
                .allSatisfy(snippet -> assertThat(compiled).as(snippet).contains(bare(snippet)));
    }

    private static List<String> find(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(found -> found.group(1)).toList();
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
