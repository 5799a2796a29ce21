package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The commands of README and docs that measure, pasted into a shell as they stand there, but for how fast and how long. */
@Tag("exhaustive")
@Order(1)
@Timeout(600)
class DocRunsTest {
    private static final int MET = 0;
    private static final int MISSED = 3;
    private static final int SATURATED = 4;

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

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

    static List<BriefCommand> commands() throws IOException {
        return BriefCommand.varied(BriefCommand.few(BriefCommand.distinct(
                DocCommands.measuring().map(BriefCommand::of).toList())));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldMeasureAndLeaveNothingButResults(BriefCommand command) throws Exception {
        Set<Path> shared = new HashSet<>(ReadersDirectory.sharedMemory());
        try (ReadersDirectory reader = new ReadersDirectory(directory, classes, jars)) {
            List<String> names = new ArrayList<>(reader.names());
            names.addAll(List.of("results", "stderr.txt", "stdout.txt", "tmp"));

            BenchProcess bench = reader.paste(command.text());
            try {
                assertThat(bench.hasEndedWithin(LIMIT))
                        .as(() -> command + "\n" + bench.err())
                        .isTrue();
            } finally {
                bench.end();
            }

            // A busy machine may not hold the rate; a fault may break a guarantee, and a search find nothing.
            assertThat(bench.exitCodeHere())
                    .as(command + "\n" + bench.err() + bench.out())
                    .isIn(MET, MISSED, SATURATED);
            assertMeasured(command, bench);
            assertThat(bench.leftBehind()).isEmpty();
            assertThat(reader.names()).containsExactlyInAnyOrderElementsOf(names);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(reader.processes()).isEmpty());
        }
        Set<Path> added = new HashSet<>(ReadersDirectory.sharedMemory());
        added.removeAll(shared);
        // Those of others go in their time.
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(added).allSatisfy(one -> assertThat(one).doesNotExist()));
    }

    /** Each transport has a whole result, in which messages arrived unless the machine was too busy. */
    private static void assertMeasured(BriefCommand command, BenchProcess bench) throws IOException {
        Set<String> measured = new HashSet<>();
        for (Path result : bench.results("")) {
            Path file = result.resolve("result.json");
            if (Files.exists(file)) {
                JsonNode json = new ObjectMapper().readTree(file.toFile());
                assertThat(json.at("/complete").asBoolean())
                        .as(result.toString())
                        .isTrue();
                assertThat(json.at("/accounting/received").asLong() > 0
                                || json.at("/verdict/exitCode").asInt() == SATURATED)
                        .as(() -> command + "\n" + bench.err() + bench.out())
                        .isTrue();
                measured.add(json.at("/transport").asText());
            }
        }
        assertThat(command.transports()).isNotEmpty();
        assertThat(measured).containsAll(command.transports());
        assertThat(bench.results(".partial")).isEmpty();
    }
}
