package io.twohop.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.finding.Finding;
import io.twohop.finding.Rules;
import io.twohop.finding.Severity;
import io.twohop.result.Rates;
import io.twohop.result.Verdict;
import io.twohop.testing.model.ForkBuilder;
import io.twohop.testing.model.ResultBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFilesTest {
    @TempDir
    private Path results;

    /** A directory in a file's place stands for a disk without room for it. */
    @Test
    void shouldKeepWhatFitsAndNoPartOfAFile() throws Exception {
        ResultFiles files = new ResultFiles(results, "full");
        Path inPlace = files.workingDirectory().resolve("intervals.csv");
        Files.createFile(Files.createDirectory(inPlace).resolve("other"));

        assertThatThrownBy(() -> files.write(new ResultBuilder().build()))
                .isInstanceOfSatisfying(
                        ResultNotWritten.class,
                        e -> assertThat(e.result().directory()).isEqualTo(files.workingDirectory()))
                .hasMessageContaining("without intervals.csv; free some");

        try (Stream<Path> kept = Files.list(files.workingDirectory())) {
            assertThat(kept.map(path -> path.getFileName().toString()))
                    .contains(ResultFiles.RESULT, "workload.yaml", "transport.yaml", "forks.csv", "jmh.json")
                    .noneMatch(name -> name.endsWith(".partial"));
        }
    }

    @Test
    void shouldWriteFindingsAsDocsResultsSays() throws Exception {
        Finding unanswered = Rules.UNANSWERED.found(3);
        Path directory = new ResultFiles(results, "findings")
                .write(new ResultBuilder()
                        .verdict(new Verdict.Invalid(List.of(unanswered)))
                        .warnings(List.of(unanswered.as(Severity.WARNING)))
                        .forks(List.of(new ForkBuilder(1)
                                .rates(new Rates(1_000, 1_000, 1_000))
                                .failure("broken off")
                                .incidents(List.of(unanswered))
                                .build()))
                        .build());

        JsonNode result = new ObjectMapper()
                .readTree(directory.resolve(ResultFiles.RESULT).toFile());
        String text = "the service left 3 events without an answer, which count as dropped";
        String remedy = "let it answer each event once before it returns, or measure with hops: 1";
        assertThat(result.path("verdict").toString())
                .isEqualTo("{\"reasons\":[\"" + text + "; " + remedy + "\"],\"exitCode\":5,\"kind\":\"Invalid\"}");
        String finding = "{\"text\":\"" + text + "\",\"remedy\":\"" + remedy + "\"";
        assertThat(result.path("warnings").toString()).isEqualTo("[" + finding + "}]");
        assertThat(result.at("/forks/0/incidents").toString()).isEqualTo("[" + finding + ",\"invalidates\":true}]");
    }
}
