package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of README and docs that measure nothing, pasted into a shell beside results of the names that they ask for. */
@Tag("exhaustive")
@Timeout(180)
class DocAnswersTest {
    private static final Path HOME = Path.of(System.getProperty("twohop.home"));
    private static final Pattern NO_RUN =
            Pattern.compile("\\./bench (?:compare|report|list|doctor|clean|help|new)\\b.*");
    private static final Pattern OF_THE_READER = Pattern.compile("<|\\.\\.\\.|FILE|NAME|[AB]\\.yaml");
    private static final Pattern RESULT = Pattern.compile("results/(\\*-[^' ]+)");
    private static final int MOST_SECONDS = 120;

    @TempDir
    static Path directory;

    static List<String> commands() throws IOException {
        return DocCommandsTest.commands().stream()
                .filter(command -> NO_RUN.matcher(command).matches())
                .filter(command -> !OF_THE_READER.matcher(command).find())
                .toList();
    }

    @BeforeAll
    static void measure() throws Exception {
        // A busy machine may not hold the rate.
        run(
                "./bench -Dworkload=smoke.yaml -Drate=200 -Dwarmup=1s -Dduration=1s -Dforks=2 -Dfloor=0s -Didle=park"
                        + " loopback.yaml",
                0,
                4);
        Path results = directory.resolve("results");
        Path measured;
        try (Stream<Path> all = Files.list(results)) {
            measured = all.findFirst().orElseThrow();
        }
        List<String> names = commands().stream()
                .flatMap(command -> RESULT.matcher(command).results().map((MatchResult found) -> found.group(1)))
                .distinct()
                .toList();
        assertThat(names).isNotEmpty();
        for (String name : names) {
            copy(measured, results.resolve(name.replace("*", "20260102-030405")));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    /** As pasted, but for how long the machine is looked at, and on which of its cores. */
    @ParameterizedTest
    @MethodSource("commands")
    void shouldAnswer(String command) throws Exception {
        String brief = command.replace("--for 60s", "--for 1s").replace("--affinity 2,3", "--affinity 0,1");
        run(brief.contains("doctor") && !brief.contains("--for") ? brief + " --quick" : brief, 0);
    }

    private static void run(String command, Integer... expected) throws Exception {
        Path said = directory.resolve("said.txt");
        Process shell = new ProcessBuilder(
                        "sh",
                        "-c",
                        command.replaceFirst("^\\./bench", "\"\\$0\""),
                        HOME.resolve("bench").toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        assertThat(shell.waitFor(MOST_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(shell.exitValue())
                .as(command + "\n" + Files.readString(said))
                .isZero();
    }
}
