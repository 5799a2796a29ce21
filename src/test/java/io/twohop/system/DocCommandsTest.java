package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.system.DocCommands.Missing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The commands of README and docs as text, and what the program plans for those that measure. {@link DocRunsTest} measures, and
 * {@link DocAnswersTest} runs the others.
 */
@Timeout(120)
class DocCommandsTest {
    private static final Pattern QUOTED = Pattern.compile("'[^']*'");

    @TempDir
    private static Path classes;

    @TempDir
    private static Path jars;

    @TempDir
    Path directory;

    @BeforeAll
    static void compile() throws IOException {
        YourServicePageTest.compile(classes, jars);
    }

    static List<String> all() throws IOException {
        return DocCommands.all();
    }

    static Stream<String> planned() throws IOException {
        return DocCommands.planned();
    }

    /** With prose behind it, a command fails where it is pasted; and so does a bare bracket in zsh. */
    @ParameterizedTest
    @MethodSource("all")
    void shouldBeACommandAndNothingElse(String command) {
        assertThat(command).doesNotContain("  ", " # ");
        assertThat(QUOTED.matcher(command).replaceAll("")).doesNotContain("[", "]", "{", "}");
    }

    @Test
    void shouldLeaveOutNothingThatNoCommandNames() throws IOException {
        List<String> all = all();

        assertThat(DocCommands.MISSING)
                .extracting(Missing::named)
                .allSatisfy(named -> assertThat(all).anyMatch(command -> command.contains(named)));
    }

    /** For as long and as often as it stands there. */
    @Tag("exhaustive")
    @ParameterizedTest
    @MethodSource("planned")
    void shouldBeOneThatTheProgramTakes(String command) throws Exception {
        try (ReadersDirectory reader = new ReadersDirectory(directory, classes, jars)) {
            BenchProcess bench =
                    reader.paste(BriefCommand.once(command).replaceFirst("\\./bench ", "./bench --dry-run "));

            assertThat(bench.exitCode()).as(command + "\n" + bench.err()).isZero();
            assertThat(bench.out()).contains(" run");
        }
    }
}
