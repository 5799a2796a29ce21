package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.YamlDocument;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarmUpTest {
    private static Workload read(String warmUp, String others) {
        return Workload.read(
                YamlDocument.parse("w.yaml", "duration: 10s\nwarmup: " + warmUp + "\n" + others.replace("; ", "\n")));
    }

    private static Workload read(String warmUp) {
        return read(warmUp, "rate: 1k");
    }

    @Test
    void shouldBeATimeOrWhatIsToBeSeen() {
        assertThat(read("3s").warmup()).hasSeconds(3);
        assertThat(read("3s").isWarmedUntilSteady()).isFalse();
        assertThat(read("3s").warmUpTrial()).isZero();
        assertThat(read("{until: steady}").warmup()).hasSeconds(60);
        assertThat(read("{until: steady, most: 2m}").isWarmedUntilSteady()).isTrue();
        assertThat(read("{until: steady, most: 2m}").warmUpTrial()).hasSeconds(130);
    }

    @Test
    void shouldBeWrittenAsItIsRead() {
        Workload workload = read("{until: steady, most: 90s}");

        assertThat(workload.toDocument().toTree().get("warmup").toString())
                .isEqualTo("{\"until\":\"steady\",\"most\":\"90s\"}");
        assertThat(Workload.read(workload.toDocument()).get(Keys.WARMUP)).isEqualTo(workload.get(Keys.WARMUP));
        assertThat(read("1500ms").toDocument().toTree().get("warmup").asText()).isEqualTo("1500ms");
    }

    @Test
    void shouldBeATimeAgainWhereOneIsSet() {
        Workload workload = read("{until: steady}").toBuilder()
                .warmup(Duration.ofSeconds(7))
                .build();

        assertThat(workload.warmup()).hasSeconds(7);
        assertThat(workload.isWarmedUntilSteady()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2h                         | rate: 1k | warmup: 2h (expected: a duration from 0s to 1h",
                "soon                       | rate: 1k | warmup: soon (expected: a duration such as 10s, 500ms, 1m30s or PT1M)",
                "{most: 20s}                | rate: 1k | warmup.until: missing (expected: steady)",
                "{until: warm}              | rate: 1k | warmup.until: warm (expected: steady)",
                "{until: steady, most: 5s}  | rate: 1k | warmup.most: 5s (expected: a duration from 10s to 10m",
                "{until: steady, most: 11m} | rate: 1k | warmup.most: 11m (expected: a duration from 10s to 10m",
                "{until: steady} | rate: [{from: 1k, to: 5k, over: 10s}] | warmup.until: steady (expected: a time such as 10s, since the rate",
                "{until: steady} | rate: 1k; mode: max-rate; slo: {endToEnd.p99: 1ms} | since mode max-rate tries many rates",
                "{until: steady} | 'arrivals: {kind: replay, file: x.csv, column: ts}' | since the file's rate changes",
                "{until: steady} | rate: [2, 0.5] | since a second without a message shows nothing",
            })
    void shouldRefuseAnythingElse(String warmUp, String others, String words) {
        assertThatThrownBy(() -> read(warmUp, others))
                .hasMessageContaining("w.yaml:")
                .hasMessageContaining(words);
    }
}
