package io.twohop.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.result.BenchmarkResult;
import io.twohop.result.Fork;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The records of a result hold files that a bench wrote before its records had sections, and write them again as they were. */
class ResultFormTest {
    @TempDir
    Path directory;

    private static String text(String name) throws IOException {
        try (InputStream in = ResultFormTest.class.getResourceAsStream(name + ".json")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private BenchmarkResult read(String name) throws IOException {
        Files.writeString(directory.resolve(ResultFiles.RESULT), text(name));
        return StoredResult.read(directory);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "open",
                "closed",
                "subscribers",
                "duet",
                "interleaved",
                "search",
                "trials",
                "incomplete",
                "agents",
                "faults"
            })
    void shouldWriteTheSameFormAsBefore(String name) throws IOException {
        JsonNode before = ResultJson.MAPPER.readTree(text(name));

        JsonNode again = ResultJson.MAPPER.readTree(ResultJson.MAPPER.writeValueAsString(read(name)));

        assertThat(again).isEqualTo(before);
    }

    @Test
    void shouldReadEachSection() throws IOException {
        BenchmarkResult open = read("open");
        Fork fork = open.forks().get(0);
        assertThat(open.forks()).hasSize(2);
        assertThat(open.floor().orElseThrow().rates().offeredPerSecond()).isEqualTo(1_000);
        assertThat(open.endToEnd().count()).isPositive();
        assertThat(open.accounting().orElseThrow().scheduled()).isPositive();
        assertThat(fork.environment().cores()).isPositive();
        assertThat(fork.memory().orElseThrow().collector()).isNotEmpty();
        assertThat(fork.costs().orElseThrow().cores()).isPositive();
        assertThat(read("closed").throughput().orElseThrow().overall().messages())
                .isPositive();
        assertThat(read("closed").keys().orElseThrow().count()).isEqualTo(10);
        assertThat(read("subscribers").subscribers()).hasSize(2);
        assertThat(read("duet").duet().orElseThrow().with()).contains("loopback");
        assertThat(read("duet").forks().get(0).slices().orElseThrow().measured())
                .isPositive();
        assertThat(read("interleaved").interleaved()).isNotEmpty();
        assertThat(read("search").search().orElseThrow().trials()).isNotEmpty();
        assertThat(read("trials").precision().orElseThrow().figure()).isEqualTo("endToEnd.p50");
        assertThat(read("trials").warmUp().orElseThrow().mostSeconds()).isEqualTo(10);
        assertThat(read("agents").forks().get(0).loads())
                .singleElement()
                .satisfies(part -> assertThat(
                                part.load().accounting().orElseThrow().received())
                        .isPositive());
        assertThat(read("faults")
                        .forks()
                        .get(0)
                        .faults()
                        .orElseThrow()
                        .outcomes()
                        .get(0)
                        .aftermath()
                        .outageNanos())
                .isPositive();
        assertThat(read("incomplete").complete()).isFalse();
        assertThat(read("incomplete").verdict().reasons()).isNotEmpty();
    }

    @Test
    void shouldSkipFieldsOfLaterVersionsAndTakeListsThatAreMissingForEmpty() throws IOException {
        Files.writeString(
                directory.resolve(ResultFiles.RESULT),
                "{\"schemaVersion\": 1, \"verdict\": {\"kind\": \"Met\"}, \"later\": {\"a\": 1}, \"forks\": [{\"number\": 1}]}");

        BenchmarkResult result = StoredResult.read(directory);

        assertThat(result.warnings()).isEqualTo(List.of());
        assertThat(result.verdict().reasons()).isEmpty();
        assertThat(result.forks().get(0).incidents()).isEmpty();
    }
}
