package io.twohop.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import io.twohop.engine.protocol.Protocol;
import io.twohop.event.RandomBytes;
import io.twohop.event.field.MessageIds;
import io.twohop.result.KeyUse;
import io.twohop.workload.Contents;
import io.twohop.workload.Payload.RandomContent;
import io.twohop.workload.Scenario;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplayFileTest {
    private static final String REPLAY = "arrivals: { kind: replay, file: ticks.csv%s }\n";

    @TempDir
    Path directory;

    @BeforeEach
    void write() throws IOException {
        // Ten a second for ten seconds, and a hundred at once after five.
        StringBuilder text = new StringBuilder("ts\n");
        for (int i = 0; i < 100; i++) {
            text.append(100 * i).append('\n');
            text.append(i == 50 ? "5000\n".repeat(100) : "");
        }
        Files.writeString(directory.resolve("ticks.csv"), text);
    }

    private Workload read(String more, String keys) throws IOException {
        Path file = Files.writeString(
                directory.resolve("workload.yaml"),
                String.format(REPLAY, more.contains("unit") ? more : ", unit: ms" + more) + keys);
        return WorkloadFile.read(YamlDocument.read(file));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                        |                            | 9950  | 200  | 210
        , speed: 2      |                            | 4975  | 200  | 220
                        | 'duration: 5s'             | 5000  | 50   | 60
                        | 'duration: 5001ms'         | 5001  | 151  | 161
        , loop: true    | 'duration: 25s'            | 25000 | 552  | 562
                        | '{duration: 5s, warmup: 0s}' | 5000 | 50  | 50
        """)
    void shouldOfferWhatTheFileHas(String more, String keys, long millis, long messages, long due) throws IOException {
        String flat = keys == null ? "" : keys.replaceAll("[{}]", "").replace(", ", "\n");
        Workload workload = read(more == null ? "" : more, flat + (flat.contains("warmup") ? "" : "\nwarmup: 1s"));

        // The mean gap, 9.9 s by 199, is the last.
        assertThat(workload.duration()).isCloseTo(Duration.ofMillis(millis), Duration.ofMillis(1));
        assertThat(workload.cells().get(0).ratePerSecond() * workload.duration().toNanos() / 1e9)
                .isCloseTo(messages, within(0.01));
        assertThat(workload.arrivals().file().contents().rows()).isEqualTo(200);
        assertThat(workload.arrivals().file().contents().due()).isBetween(due, due + 10);
    }

    @Test
    void shouldKnowKeysAndSizesOfTheFile() throws IOException {
        Files.writeString(directory.resolve("ticks.csv"), "ts,bytes,symbol\n0,100,B\n1,301,A\n2,50,B\n1000,50,B\n");

        Workload workload = read(", size: bytes, key: symbol", "producers: 2");

        Contents contents = workload.arrivals().file().contents();
        assertThat(contents.mostBytes()).isEqualTo(301);
        assertThat(contents.meanBytes()).isEqualTo(126);
        assertThat(workload.keyCount()).isEqualTo(2);
        assertThat(KeyUse.of(workload)).isEqualTo(new KeyUse(2, 0.75));
        assertThat(Events.of(workload.scenario().payload(), new MessageIds("twohop-1", 1), 1))
                .isEqualTo(new RandomBytes(new RandomContent(null, 126, 301, 0)));
        YamlDocument again =
                YamlDocument.parse("result.yaml", workload.toDocument().toYaml());
        assertThat(WorkloadFile.read(again).arrivals()).isEqualTo(workload.arrivals());
    }

    @Test
    void shouldReachAnotherJvmAsItIs() throws IOException {
        Workload workload = read(", speed: 0.5, loop: true", "duration: 1m");

        assertThat(Protocol.JSON.readValue(Protocol.line(workload.scenario()), Scenario.class))
                .isEqualTo(workload.scenario());
        assertThat(workload.arrivals().file().path())
                .isEqualTo(directory.resolve("ticks.csv").toString());
    }

    @Test
    void shouldBeReadAgainFromAResult() throws IOException {
        Workload workload = read("", "");
        YamlDocument again =
                YamlDocument.parse("result.yaml", workload.toDocument().toYaml());

        assertThat(WorkloadFile.read(again).toDocument().toYaml())
                .isEqualTo(workload.toDocument().toYaml());
        Files.writeString(directory.resolve("ticks.csv"), "ts\n0\n9950\n");
        assertThatThrownBy(() -> WorkloadFile.read(again))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("arrivals.contents.sha256: "
                        + workload.arrivals().file().contents().sha256())
                .hasMessageContaining("as the file is now");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        ``                     | `duration: 1m`          | :2:11: duration: 1m (expected: at most 9950ms, which is how long
        `, loop: true`         | ``                      | duration: missing (expected: a duration such as 10m, since a loop has no end)
        ``                     | `rate: 1k`              | :2:7: rate: 1k/s (expected: no rate, since the file's times
        ``                     | `{mode: throughput, duration: 1s}` | arrivals: replay (expected: no arrivals
        ``                     | `{mode: max-rate, duration: 1s, slo.loss: 0}` | arrivals: replay (expected: other arrivals, since mode
        `, column: time`       | ``                      | ticks.csv:1: column: time (expected: one of ts)
        `, key: symbol`        | ``                      | ticks.csv:1: column: symbol (expected: one of ts)
        `, key: ts`            | ``                      | ticks.csv:1: column: ts (expected: a column of its own for each of times
        `, key: ""`            | ``                      | :1:59: arrivals.key: missing (expected: the name of the column that has
        `, key: ts`            | `keys: {count: 3}`      | :2:7: keys: {count: 3, distribution: uniform, seed: 1} (expected: none, since
        `, size: ts`           | `size: 64`              | :2:7: size: 64B (expected: no size, since arrivals.size
        `, size: ts`           | `event: {file: x}`      | event.file: x (expected: no file, since arrivals.size
        `, topic: venue`       | ``                      | :1:61: arrivals.topic: venue (expected: none with topics: 1
        `, topic: venue`       | `topics: 3`             | ticks.csv:1: column: venue (expected: one of ts)
        `, venue: topic`       | ``                      | arrivals.venue: unknown key
        `, speed: 0`           | ``                      | arrivals.speed: 0.0 (expected: 0.000001 to 1000000
        `, unit: days`         | ``                      | arrivals.unit: days (expected: one of auto, ns, us, ms, s, iso
        ``                     | `slo: {endToEnd.p99.99: 1ms}` | samples at least: a longer duration or a lower percentile
        """)
    void shouldRefuseWhatCannotBeReplayed(String more, String keys, String message) {
        String flat = keys.startsWith("{")
                ? keys.replaceAll("[{}]", "").replace(", ", "\n").replace("slo.loss: 0", "slo: {loss: 0}")
                : keys;

        assertThatThrownBy(() -> read(more, flat))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    @Test
    void shouldRefuseAFileThatIsNotThere() throws IOException {
        Files.delete(directory.resolve("ticks.csv"));

        assertThatThrownBy(() -> read("", ""))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("workload.yaml:1:33: arrivals.file: ")
                .hasMessageContaining(directory.resolve("ticks.csv") + " (expected: a file that is there");
    }
}
