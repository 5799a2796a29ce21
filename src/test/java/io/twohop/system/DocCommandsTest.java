package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of README and docs, as somebody pastes them. */
@Timeout(120)
class DocCommandsTest {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));

    /** A line of a code block, which may go on after a backslash; or a piece of a text. */
    private static final Pattern COMMAND = Pattern.compile(
            "(?m)^ {4,}(\\./(?:bench|mvnw)(?: (?:[^\\n\\\\]|\\\\\\n)*)?)$|`(\\./(?:bench|mvnw) [^`]*)`");

    private static final Pattern QUOTED = Pattern.compile("'[^']*'");

    /** They name results, or files of the reader's own. */
    private static final Pattern ELSEWHERE = Pattern.compile(
            "bench (?:compare|history|report|list|doctor|clean|help)|my-|<|\\.\\.\\.|--help|--classpath|[AB]\\.yaml|\\$|NAME|FILE");

    @TempDir
    Path directory;

    static List<String> commands() throws IOException {
        try (Stream<Path> docs = Files.list(HOME.resolve("docs"))) {
            return Stream.concat(
                            Stream.of("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "examples/README.md")
                                    .map(HOME::resolve),
                            docs.filter(file -> file.toString().endsWith(".md")))
                    .flatMap(DocCommandsTest::commands)
                    .distinct()
                    .toList();
        }
    }

    private static Stream<String> commands(Path file) {
        try {
            return COMMAND
                    .matcher(Files.readString(file))
                    .results()
                    .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                    .map(command -> command.replaceAll("\\\\\\n *", "").strip())
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Stream<String> runs() throws IOException {
        return commands().stream()
                .filter(command -> command.startsWith("./bench -D"))
                .filter(command -> !ELSEWHERE.matcher(command).find());
    }

    /** With prose behind it, a command fails where it is pasted; and so does a bare bracket in zsh. */
    @ParameterizedTest
    @MethodSource("commands")
    void shouldBeACommandAndNothingElse(String command) {
        assertThat(command).doesNotContain("  ", " # ");
        assertThat(QUOTED.matcher(command).replaceAll("")).doesNotContain("[", "]", "{", "}");
    }

    @Tag("exhaustive")
    @ParameterizedTest
    @MethodSource("runs")
    void shouldBeOneThatTheProgramTakes(String command) throws Exception {
        Path said = directory.resolve("said.txt");
        Process shell = new ProcessBuilder(
                        "sh",
                        "-c",
                        command.replaceFirst("^\\./bench", "\"\\$0\"") + " --dry-run",
                        HOME.resolve("bench").toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();

        assertThat(shell.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(shell.exitValue()).as(Files.readString(said)).isZero();
        assertThat(Files.readString(said)).contains(" run");
    }
}
