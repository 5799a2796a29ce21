package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileTest {
    private static Workload read(String rate, String more) {
        return Workload.read(YamlDocument.parse("x.yaml", "rate: " + rate + "\n" + more));
    }

    @Test
    void shouldBeOneRunThatIsAsLongAsItsParts() {
        Workload workload = read("[{from: 1k, to: 50k, over: 60s}, {hold: 50k, for: 30s}, {step: 10k}]", "");

        assertThat(workload.duration()).isEqualTo(Duration.ofMinutes(2));
        assertThat(workload.cells()).hasSize(1);
        // 60 s at 25.5k on average, and 30 s each at 50k and 60k.
        assertThat(workload.cells().get(0).ratePerSecond()).isCloseTo(40_250, within(1.0));
        assertThat(workload.scenario().load().highestPerSecond()).isEqualTo(60_000);
        assertThat(workload.profile().firstPerSecond()).isEqualTo(1_000);
    }

    @Test
    void shouldBeReadBackAsItIsWritten() {
        Workload workload =
                read("[{hold: 10k, for: 10s}, {step: 5k, times: 3, for: 4s}, {to: 1k, over: 500ms}]", "warmup: 1s");
        String yaml = workload.toDocument().toYaml();

        assertThat(Workload.read(YamlDocument.parse("x.yaml", yaml))).isEqualTo(workload);
        assertThat(workload.only(workload.cells().get(0))).isEqualTo(workload);
        assertThat(yaml).contains("step: 5k/s").doesNotContain("null");
    }

    @Test
    void shouldBeCutShortByADuration() {
        Workload workload = read("{from: 1k, to: 3k, over: 20s}", "duration: 10s");

        assertThat(workload.cells().get(0).ratePerSecond()).isCloseTo(1_500, within(0.1));
        assertThat(workload.toBuilder().rate(7).build().profile().changes()).isFalse();
    }

    @Test
    void shouldInvertTheAreaUnderARamp() {
        for (double to : new double[] {1, 500, 999.999, 1_000, 1_000.001, 50_000, 1e8}) {
            Profile.Piece piece = new Profile.Piece(1_000, to, 60_000_000_000L);
            for (double part : new double[] {0, 1e-9, 0.1, 0.5, 0.9, 0.999999}) {
                double nanos = piece.nanosOf(part * piece.messages());
                assertThat(piece.messages((long) nanos)).isCloseTo(part * piece.messages(), within(to / 1e6 + 1e-3));
            }
            assertThat(piece.nanosOf(2 * piece.messages())).isLessThanOrEqualTo(60e9);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        []                                     | x.yaml:1:7: rate: an empty list (expected: a rate above 0
        [{}]                                   | x.yaml:1:8: rate[0]: neither to, hold nor step (expected: {from: 1k
        [{hold: 5k, to: 6k, over: 1s}]         | x.yaml:1:8: rate[0]: more than one of to, hold and step
        [{hold: -5, for: 1s}]                  | x.yaml:1:15: rate[0].hold: -5 (expected: a rate above 0
        [{hold: 0, for: 1s}]                   | x.yaml:1:15: rate[0].hold: 0 (expected: a rate above 0
        [{from: 1k, to: 5k}]                   | x.yaml:1:8: rate[0].over: missing (expected: a duration from 1ms to 24h
        [{hold: 5k}]                           | x.yaml:1:8: rate[0].for: missing (expected: a duration
        [{hold: 5k, for: 0s}]                  | x.yaml:1:24: rate[0].for: 0s (expected: a duration
        [{to: 5k, over: 1s}]                   | x.yaml:1:8: rate[0].from: missing (expected: the rate that the first part
        [{step: 5k}]                           | x.yaml:1:15: rate[0].step: 5k/s (expected: a part before it
        [{hold: 5k, for: 1s}, {step: 1k, times: 0}] | rate[1].times: 0 (expected: a whole number from 1 to 100)
        [{hold: 5k, for: 1s, over: 2s}]        | rate[0].over: PT2S (expected: no over, since it belongs to to only)
        [{hold: 5k, fro: 1s}]                  | x.yaml:1:19: rate[0].fro: unknown key (expected: one of for, from, hold
        [{hold: 90M, for: 1s}, {step: 20M}]    | rate[1]: 110M/s (expected: rates of at most 100M/s)
        [{hold: 5k, for: 1s}, 10k]             | x.yaml:1:29: rate[1]: 10k (expected: a mapping of keys to values)
        [{hold: 1k, for: 13h}, {hold: 1k, for: 13h}] | duration: 26h (expected: a duration from 1ms to 24h
        """)
    void shouldRefuseWhatIsNoProfile(String rate, String message) {
        assertThatThrownBy(() -> read(rate, rate.equals("[]") ? "duration: 1s" : ""))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        duration: 11s                              | duration: 11s (expected: at most 10s, which is how long the profile
        `mode: throughput\nduration: 1s`          | rate: a profile (expected: no profile, since mode throughput
        `mode: max-rate\nslo: {loss: 0}`          | rate: a profile (expected: no profile, since mode max-rate
        `arrivals: {kind: replay, file: x.csv}`    | rate: a profile (expected: no rate, since the file's times
        """)
    void shouldRefuseWhatDoesNotGoWithAProfile(String more, String message) {
        assertThatThrownBy(() -> read("[{hold: 1k, for: 10s}]", more.replace("\\n", "\n")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }
}
