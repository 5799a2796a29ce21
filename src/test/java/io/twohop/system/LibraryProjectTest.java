package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A project of nothing but what docs/LIBRARY.md says, built by Maven with the installed jars. */
@Tag("exhaustive")
@Timeout(300)
class LibraryProjectTest {
    private static final Path PAGE = Path.of(System.getProperty("twohop.home"), "docs/LIBRARY.md");
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final char CONTROL_C = 3;
    private static final Pattern XML = Pattern.compile("```xml\n(.*?)```", Pattern.DOTALL);
    private static final Pattern JUNIT =
            Pattern.compile("<dependency>\\s*<groupId>org.junit.jupiter</groupId>.*?</dependency>", Pattern.DOTALL);

    @TempDir
    Path directory;

    @BeforeEach
    void makeProject() throws IOException {
        Path sources = Files.createDirectories(directory.resolve("src/test/java/com/example"));
        writePom(first(XML));
        Map<String, String> files = DocClasses.of(PAGE);
        for (String name : List.of("RiskCheck", "OrderPathBudgetTest")) {
            Files.writeString(sources.resolve(name + ".java"), files.get(name));
        }
    }

    private static String first(Pattern pattern) throws IOException {
        Matcher matcher = pattern.matcher(Files.readString(PAGE));
        assertThat(matcher.find()).isTrue();
        return matcher.group(1);
    }

    private void writePom(String parts) throws IOException {
        Files.writeString(directory.resolve("pom.xml"), """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                <modelVersion>4.0.0</modelVersion>
                <groupId>com.example</groupId>
                <artifactId>pasted</artifactId>
                <version>1</version>
                %s</project>
                """.formatted(parts));
    }

    private List<String> results() throws IOException {
        Path results = directory.resolve("target/twohop/OrderPathBudgetTest.orderPathStaysUnderBudget");
        if (!Files.isDirectory(results)) {
            return List.of();
        }
        try (Stream<Path> names = Files.list(results)) {
            return names.map(name -> name.getFileName().toString()).toList();
        }
    }

    /** Whether the budget was held is for a machine to say that does nothing else. */
    @Test
    void shouldMeasure() throws Exception {
        BenchProcess maven = BenchProcess.maven(directory, false, "test");

        assertThat(maven.exitCode()).as(maven.out()).isIn(0, 1);
        assertThat(maven.out()).contains("Running com.example.OrderPathBudgetTest", "Tests run: 1, ");
        assertThat(results()).as(maven.out()).hasSize(1).noneMatch(name -> name.endsWith(".partial"));
    }

    @Test
    void shouldNotBuildWithoutATest() throws Exception {
        String parts = first(XML);
        String without = JUNIT.matcher(parts).replaceFirst("");
        assertThat(without).isNotEqualTo(parts);
        writePom(without);

        BenchProcess maven = BenchProcess.maven(directory, false, "test");

        assertThat(maven.exitCode()).as(maven.out()).isEqualTo(1);
        assertThat(maven.out()).contains("No tests were executed!");
    }

    @Test
    void shouldLeaveNothingBehindOnControlC() throws Exception {
        BenchProcess maven = BenchProcess.maven(directory, true, "test");
        await().atMost(PATIENCE).until(() -> !results().isEmpty());
        List<ProcessHandle> all = maven.descendants();

        maven.type(CONTROL_C);

        assertThat(maven.exitCode()).as(maven.out()).isEqualTo(130);
        assertThat(all).hasSizeGreaterThan(2);
        await().atMost(PATIENCE).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
        assertThat(maven.leftBehind())
                .noneMatch(file -> file.getFileName().toString().startsWith("twohop"));
        assertThat(results()).as("what was measured").singleElement().asString().endsWith("-incomplete");
    }
}
