package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** docs/troubleshooting.md against the sources: each text there is one that is printed, and each that is printed is there. */
class TroubleshootingPageTest {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** Where a warning, an incident or a reason of a verdict is made, up to the end of the statement. */
    private static final Pattern MADE =
            Pattern.compile("(?s)(?:new Warning|new Incident|reasons\\.add|(?<![.\\w])add)\\((.*?)\\);");

    /** Where texts are cut: by formats, figures and lines. */
    private static final Pattern HOLE = Pattern.compile("%[-,.\\d]*[dfs]|\\.\\.\\.|\\\\n");

    /** What is shorter is found anywhere. */
    private static final int LEAST = 8;

    private static String page;
    private static List<String> sources;

    @BeforeAll
    static void read() throws IOException {
        page = Files.readString(HOME.resolve("docs/troubleshooting.md"));
        try (Stream<Path> files = Files.walk(HOME)) {
            sources = files.filter(file -> file.toString().endsWith(".java")
                            && file.toString().contains("/src/main/java/")
                            && !file.toString().contains("/target/"))
                    .map(TroubleshootingPageTest::joined)
                    .toList();
        }
    }

    /** A source whose literals go on in one line. */
    private static String joined(Path file) {
        try {
            return Files.readString(file).replaceAll("\"\\s*\\+\\s*\"", "").replace("%%", "%");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<String> parts(String text) {
        return Stream.of(HOLE.split(text))
                .map(String::strip)
                .filter(part -> part.length() >= LEAST)
                .toList();
    }

    @Test
    void shouldHaveNoTextThatIsNotPrinted() {
        String all = String.join("\n", sources);
        List<String> texts = page.lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split(" \\| ")[0])
                .flatMap(cell -> CODE.matcher(cell).results().map((MatchResult found) -> found.group(1)))
                .flatMap(text -> parts(text).stream())
                .toList();

        assertThat(texts).hasSizeGreaterThan(50);
        assertThat(texts.stream().filter(text -> !all.contains(text))).isEmpty();
    }

    @Test
    void shouldHaveEveryTextThatIsPrinted() {
        String plain = page.replace("`", "");
        List<String> missing = new ArrayList<>();
        int made = 0;
        for (String source : sources) {
            boolean isOfInterest = source.contains("io.twohop.judge;")
                    || source.contains("new Warning(")
                    || source.contains("new Incident(");
            for (MatchResult statement :
                    isOfInterest ? MADE.matcher(source).results().toList() : List.<MatchResult>of()) {
                String literals = LITERAL.matcher(statement.group(1))
                        .results()
                        .map((MatchResult found) -> found.group(1))
                        .collect(Collectors.joining("..."));
                for (String part : parts(literals)) {
                    made++;
                    if (!plain.contains(part)) {
                        missing.add(part);
                    }
                }
            }
        }

        assertThat(made).isGreaterThan(50);
        assertThat(missing).isEmpty();
    }
}
