package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
@Timeout(360)
class DocAnswersTest {
    private static final Pattern RESULT = Pattern.compile("results/\\*(-[^' ]+)");
    private static final String ANY_RESULT = "<result>";
    private static final String TIME = "20260102-030405";
    private static final int NOT_JUDGED = 6;
    private static final int SATURATED = 4;

    /** Enough messages for a p99, and forks to draw from. */
    private static final String MEASURED = "./bench -Dworkload=smoke.yaml -Drate=1k -Dwarmup=2s -Dduration=2s -Dforks=5"
            + " -Dfloor=0s -Didle=park loopback.yaml";

    /** A busy machine may not hold the rate. */
    private static final int TRIES = 4;

    /** Nobody names a class here. */
    @TempDir
    private static Path nothing;

    @TempDir
    private static Path measured;

    @TempDir
    Path directory;

    static Stream<String> commands() throws IOException {
        return DocCommands.answering();
    }

    @BeforeAll
    static void measure() throws Exception {
        Path result;
        try (ReadersDirectory reader = new ReadersDirectory(measured, nothing, nothing)) {
            BenchProcess bench = reader.paste(MEASURED);
            for (int again = 1; again < TRIES && bench.exitCode() == SATURATED; again++) {
                bench = reader.paste(MEASURED);
            }
            assertThat(bench.exitCode()).as(bench.err() + bench.out()).isZero();
            List<Path> results = bench.results("");
            result = results.get(results.size() - 1);
        }
        List<String> names = commands()
                .flatMap(command -> RESULT.matcher(command).results().map((MatchResult found) -> found.group(1)))
                .distinct()
                .toList();
        assertThat(names).isNotEmpty();
        for (String name : names) {
            copy(result, result.resolveSibling(TIME + name));
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

    /** The command as pasted, except how long it watches the machine and on which cores. */
    @ParameterizedTest
    @MethodSource("commands")
    void shouldAnswer(String command) throws Exception {
        try (ReadersDirectory reader = new ReadersDirectory(directory, nothing, nothing)) {
            reader.link("results", measured.resolve("results"));

            BenchProcess bench = reader.paste(brief(command));

            // A gate has too few forks to judge.
            assertThat(bench.exitCode())
                    .as(command + "\n" + bench.err() + bench.out())
                    .isIn(0, command.contains("--fail-on") ? NOT_JUDGED : 0);
            assertThat(bench.out()).isNotBlank();
            assertThat(bench.leftBehind()).isEmpty();
            assertThat(reader.processes()).isEmpty();
        }
    }

    private String brief(String command) throws IOException {
        String brief = command.replace("--for 60s", "--for 1s").replace("--affinity 2,3", "--affinity 0,1");
        if (brief.contains(ANY_RESULT)) {
            try (Stream<Path> results = Files.list(measured.resolve("results"))) {
                return brief.replace(
                        ANY_RESULT,
                        "results/" + results.findFirst().orElseThrow().getFileName());
            }
        }
        return brief.contains("doctor") && !brief.contains("--for") ? brief + " --quick" : brief;
    }
}
