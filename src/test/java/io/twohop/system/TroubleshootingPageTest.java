package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.finding.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** docs/troubleshooting.md against the tables of rules: each rule has a row in its section, and each text of a row is printed. */
class TroubleshootingPageTest {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** A row of a table: kind, severity, text, remedy. */
    private static final Pattern RULE = Pattern.compile(
            "new Rule\\(\\s*(?:Kind\\.)?(\\w+),\\s*(?:Severity\\.)?\\w+,\\s*" + LITERAL + ",\\s*" + LITERAL + "\\)");

    /** A finding that no table has, up to the end of the statement. */
    private static final Pattern MADE = Pattern.compile("(?s)new Finding\\((.*?);");

    /** Where texts are cut: by formats, figures and lines. */
    private static final Pattern HOLE = Pattern.compile("%(?:\\d\\$)?[-,.\\d]*[dfs]|\\.\\.\\.|\\\\n");

    /** Shorter texts are found anywhere. */
    private static final int LEAST = 8;

    private static final Map<Kind, String> SECTIONS = Map.of(
            Kind.RATE, "The rate was not held",
            Kind.MESSAGES, "Messages are missing or wrong",
            Kind.OBJECTIVE, "Objectives",
            Kind.MACHINE, "This machine",
            Kind.ARRIVALS, "Arrivals from a file",
            Kind.WARM_UP, "Warm-up, floor, and forks",
            Kind.TRANSPORT, "Broker and transport",
            Kind.AGENTS, "Several machines",
            Kind.SERVICE, "Your service",
            Kind.PROCESS, "Processes");

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

    /** Whether a row has the whole text, with anything in the place of its figures. */
    private static boolean has(String row, String format) {
        String text = Stream.of(HOLE.split(format)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(text).matcher(row).find();
    }

    private static List<String> rows(Kind kind) {
        String section =
                page.split("## " + Pattern.quote(SECTIONS.get(kind)) + "\n")[1].split("\n## ")[0];
        return section.lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.replace("`", ""))
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
    void shouldHaveARowForEachRule() {
        List<String> missing = new ArrayList<>();
        int rules = 0;
        int read = 0;
        for (String source : sources) {
            rules += source.split("new Rule\\(", -1).length - 1;
            for (MatchResult rule : RULE.matcher(source).results().toList()) {
                read++;
                String text = rule.group(2);
                String remedy = rule.group(3);
                assertThat(remedy).as("values by their place").doesNotContainPattern("%[^\\d ]");
                boolean there = rows(Kind.valueOf(rule.group(1))).stream()
                        .anyMatch(row -> has(row.split(" \\| ")[0], text) && has(row, remedy));
                if (!there) {
                    missing.add(rule.group(1) + ": " + text + "; " + remedy);
                }
            }
        }

        assertThat(read).isGreaterThan(80).isEqualTo(rules);
        assertThat(missing).isEmpty();
    }

    /** What a client or a process said has no rule; the bench's own words do. */
    @Test
    void shouldHaveARuleForEachTextOfTheBench() {
        assertThat(sources.stream()
                        .flatMap(source -> MADE.matcher(source).results())
                        .flatMap((MatchResult made) ->
                                LITERAL.matcher(made.group(1)).results())
                        .map((MatchResult literal) -> literal.group(1))
                        .filter(literal -> literal.length() >= LEAST))
                .isEmpty();
    }
}
