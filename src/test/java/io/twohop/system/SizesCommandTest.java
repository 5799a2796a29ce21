package io.twohop.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Payloads whose sizes differ, with a compressible share. */
@Timeout(120)
class SizesCommandTest {
    private static final int HEADER_BYTES = 64;
    private static final String SIZES = "{histogram: {100: 60 %, 1k: 39 %, 20k: 1 %}}";

    @TempDir
    Path directory;

    private String workload(String keys) throws IOException {
        return Files.writeString(directory.resolve("w.yaml"), "rate: 1k\nduration: 2s\n" + keys)
                .toString();
    }

    private JsonNode run(String name, String size) throws Exception {
        BenchCall bench = BenchCall.here(
                Files.createDirectory(directory.resolve(name)),
                "-Dworkload=" + workload("warmup: 200ms\nfloor: 0s\nidle: park\nproducers: 2\ncompressible: 0.6\n"),
                "-Dsize=" + size,
                BenchProcess.ANY_RATE,
                "loopback.yaml");
        bench.assertMeasured();
        return bench.resultJson();
    }

    @Test
    void shouldSendTheSameSizesInEachRunAndStateThem() throws Exception {
        JsonNode result = run("one", SIZES);
        JsonNode again = run("two", SIZES);
        JsonNode other = run("three", SIZES.replace("}}", "}, seed: 2}"));

        assertThat(result.at("/workloadSettings/size/0/histogram").properties())
                .extracting(Map.Entry::getKey, share -> share.getValue().asText())
                .containsExactly(tuple("100B", "60 %"), tuple("1KB", "39 %"), tuple("20KB", "1 %"));
        assertThat(result.at("/workloadSettings/compressible").asText()).isEqualTo("0.6");
        // 60 + 390 + 200, rounded up
        assertThat(result.path("payloadBytes").asInt()).isBetween(650, 652);
        JsonNode sizes = result.at("/forks/0/sizes");
        assertThat(sizes.path("leastBytes").asInt()).isEqualTo(HEADER_BYTES + 100);
        assertThat(sizes.path("mostBytes").asInt()).isEqualTo(HEADER_BYTES + 20_000);
        assertThat(sizes.path("meanBytes").asDouble()).isCloseTo(HEADER_BYTES + 650, within(200.0));
        assertThat(result.at("/accounting/integrity/damaged").asInt()).isZero();
        assertThat(again.at("/forks/0/sizes")).isEqualTo(sizes);
        assertThat(other.at("/forks/0/sizes")).isNotEqualTo(sizes);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            size: {lognormal: {median: 300, p99: 4k, max: 20MB}} | aeron-ipc.yaml | w.yaml:3:7: size: 20,000,064 B with the trace header (expected: at most 16,777,216 B, the longest message that Aeron takes)
            size: {histogram: {100: 60 %, 1k: 30 %}}             | loopback.yaml  | w.yaml:3:19: size.histogram: 90 % in all (expected: shares of 100 % in all)
            event: {file: .}\\ncompressible: 0.5                  | loopback.yaml  | w.yaml:4:15: compressible: 0.5 (expected: none, since event.file has contents of its own; it belongs to size)
            """)
    void shouldRefuseSizesWhereTheyAreWritten(String keys, String transport, String error) throws Exception {
        BenchCall bench = BenchCall.of(directory, "-Dworkload=" + workload(keys.replace("\\n", "\n")), transport);

        assertThat(bench.exitCode()).isEqualTo(2);
        assertThat(bench.err().strip()).endsWith(error);
    }
}
