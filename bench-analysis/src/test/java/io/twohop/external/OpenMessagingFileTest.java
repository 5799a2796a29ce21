package io.twohop.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The fields that are read, as the tool writes them. */
class OpenMessagingFileTest {
    private static final String RESULT = """
            {
              "workload" : "1 topic",
              "driver" : "Kafka",
              "messageSize" : 1024,
              "topics" : 1,
              "partitions" : 16,
              "publishRate" : [ 10000.0, 10002.0 ],
              "publishErrorRate" : [ 0.0, 0.5 ],
              "consumeRate" : [ 9998.0, 10000.0 ],
              "backlog" : [ 7, 3 ],
              "publishLatency50pct" : [ 2.1, 2.2 ],
              "aggregatedPublishLatencyAvg" : 2.5,
              "aggregatedPublishLatency50pct" : 2.0,
              "aggregatedPublishLatency99pct" : 5.25,
              "aggregatedPublishLatencyMax" : 9.0,
              "aggregatedPublishDelayLatencyAvg" : 50.0,
              "aggregatedPublishDelayLatency50pct" : 40,
              "aggregatedPublishDelayLatencyMax" : 900,
              "aggregatedEndToEndLatencyAvg" : 3.5,
              "aggregatedEndToEndLatency50pct" : 3.0,
              "aggregatedEndToEndLatency75pct" : 4.0,
              "aggregatedEndToEndLatency95pct" : 5.0,
              "aggregatedEndToEndLatency99pct" : 8.0,
              "aggregatedEndToEndLatency999pct" : 9.0,
              "aggregatedEndToEndLatency9999pct" : 11.0,
              "aggregatedEndToEndLatencyMax" : 12.0
            }
            """;

    @TempDir
    Path directory;

    private ExternalResult read(String text) throws IOException {
        Path file = Files.writeString(directory.resolve("omb.json"), text);
        return ExternalFiles.read("omb.json", file, FileUnits.of(List.of())).orElseThrow();
    }

    @Test
    void shouldReadMillisecondsAndForDelaysMicroseconds() throws IOException {
        ExternalResult result = read(RESULT);

        assertThat(result.tool()).isEqualTo("OpenMessaging Benchmark");
        assertThat(result.series())
                .extracting(Series::name)
                .containsExactly("endToEnd", "publishLatency", "lateness", "consumeRate", "publishRate");
        Series endToEnd = result.series().get(0);
        assertThat(endToEnd.figures().keySet())
                .containsExactly("mean", "p50", "p75", "p95", "p99", "p99.9", "p99.99", "max");
        assertThat(endToEnd.figures())
                .containsEntry("p50", 3e6)
                .containsEntry("p99.9", 9e6)
                .containsEntry("p99.99", 11e6);
        assertThat(endToEnd.doubtful()).as("below 5 ms").containsExactlyInAnyOrder("mean", "p50", "p75");
        assertThat(result.series().get(1).figures()).containsEntry("p99", 5.25e6);
        assertThat(result.series().get(1).doubtful()).isEmpty();
        assertThat(result.series().get(2).figures()).containsEntry("p50", 40e3).containsEntry("max", 900e3);
        assertThat(result.series().get(3).figures()).containsEntry(Series.RATE, 9999.0);
        assertThat(result.statements())
                .containsExactly(
                        "workload 1 topic, driver Kafka, messageSize 1024, topics 1, partitions 16",
                        "failed sends: 0.250/s",
                        "backlog at the end: 3 messages");
        assertThat(result.stated().toString())
                .isEqualTo("{workload=1 topic, driver=Kafka, messageSize=1024, topics=1, partitions=16}");
        assertThat(result.doubt()).isEqualTo("below its resolution");
        assertThat(result.limits())
                .anyMatch(limit -> limit.contains("1 ms"))
                .anyMatch(limit -> limit.contains("two wall clocks"))
                .anyMatch(limit -> limit.contains("no target rate"));
    }

    @Test
    void shouldLeaveOutWhatHasNoSamples() throws IOException {
        String silent = RESULT.replaceAll("(\"aggregatedEndToEnd\\w+\" : )[\\d.]+", "$10.0");

        ExternalResult result = read(silent);

        assertThat(result.series()).extracting(Series::name).doesNotContain("endToEnd");
        assertThat(result.facts()).contains("endToEnd has no samples");
        assertThat(read(RESULT.replaceAll(" *\"aggregatedPublishDelay.*\n", "")).series())
                .extracting(Series::name)
                .as("of an older version")
                .doesNotContain("lateness");
    }

    /** Redpanda's fork states more, and a version that was not given as null. */
    @Test
    void shouldReadWhatForksAndOlderVersionsState() throws IOException {
        ExternalResult fork = read(
                RESULT.replace(
                        "\"messageSize\"",
                        "\"version\": null, \"beginTime\": \"2026-11-30-08-00-00\", \"publishFailed\": [2, 3], \"messageSize\""));
        assertThat(fork.stated())
                .containsEntry("beginTime", "2026-11-30-08-00-00")
                .doesNotContainKey("version");
        assertThat(fork.facts()).contains("failed sends: 5");

        ExternalResult older = read(RESULT.replaceAll("(?m)^ *\"(messageSize|topics|partitions)\".*\n", ""));
        assertThat(older.stated().keySet()).containsExactly("workload", "driver");
        assertThat(older.statements()).contains("workload 1 topic, driver Kafka");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "99pct\" : 8.0, | 99pct\" : \"NaN\", | omb.json:23: aggregatedEndToEndLatency99pct: NaN (expected: a finite number)",
                "99pct\" : 8.0, | 99pct\" : [1], | omb.json:23: aggregatedEndToEndLatency99pct: a list or an object",
                "99pct\" : 8.0, | 99pct\" : null, | omb.json:23: aggregatedEndToEndLatency99pct: null",
                "9998.0 | \"many\" | omb.json:9: consumeRate: many",
                "\"Kafka\" | [] | omb.json:3: driver: a list or an object (expected: a text)",
                "[ 9998.0, 10000.0 ] | \"many\" | omb.json:9: consumeRate: many (expected: a list of numbers)",
                "[ 7, 3 ] | {} | omb.json:10: backlog: a list or an object (expected: a list of numbers)",
                "1024 | 1e300 | omb.json:4: messageSize: 1.0E300 (expected: a number from 0 to 1000000000000000)",
                "1024 | -1 | omb.json:4: messageSize: -1.0 (expected: a number from 0",
                "1024 | \"1kb\" | omb.json:4: messageSize: 1kb",
                "99pct\" : 8.0, | 99pct\" : 8.0 | omb.json:24: JSON: ",
                "\"backlog\" | \"topics\" | omb.json:10: JSON: Duplicate",
            })
    void shouldNameTheLineOfWhatCannotBeRead(String text, String other, String message) {
        assertThatThrownBy(() -> read(RESULT.replace(text, other))).hasMessageContaining(message);
    }
}
