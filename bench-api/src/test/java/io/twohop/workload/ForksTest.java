package io.twohop.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.YamlDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForksTest {
    private static Workload read(String forks) {
        return Workload.read(YamlDocument.parse("w.yaml", "rate: 1k\nduration: 1s\nforks: " + forks + "\n"));
    }

    @Test
    void shouldBeANumberOrWhatIsToBeKnownHowWell() {
        assertThat(read("10").forks()).isEqualTo(10);
        assertThat(read("10").precision()).isEmpty();
        assertThat(read("{until: 'endToEnd.p99 +-2.5 %'}").forks()).isEqualTo(30);
        assertThat(read("{until: 'endToEnd.p99.9±5%', most: 12}").precision())
                .contains(new Precision("endToEnd.p99.9", 0.05));
    }

    @Test
    void shouldBeWrittenAsItIsRead() {
        Workload workload = read("{until: 'endToEnd.p99 +- 2.50 %', most: 12}");

        assertThat(workload.toDocument().toTree().get("forks").toString())
                .isEqualTo("{\"until\":\"endToEnd.p99 +-2.5 %\",\"most\":\"12\"}");
        assertThat(Workload.read(workload.toDocument()).precision()).isEqualTo(workload.precision());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0                                   | forks: 0 (expected: a whole number from 1 to 100)",
                "some                                | forks: some (expected: a whole number from 1 to 100, or {until:",
                "{most: 9}                           | forks.until: missing (expected: a figure and how well",
                "{until: endToEnd.p99}               | forks.until: endToEnd.p99 (expected: a figure and how well",
                "{until: endToEnd.p99 +-0 %}         | forks.until: endToEnd.p99 +-0 % (expected: a figure",
                "{until: endToEnd.p95 +-5 %}         | forks.until: endToEnd.p95 (expected: a percentile of a probe",
                "{until: endtoend.p99 +-5 %}         | did you mean 'endToEnd.p99'?",
                "{until: endToEnd.p99 +-5 %, most: 4} | forks.most: 4 (expected: a whole number from 5 to 100)",
            })
    void shouldRefuseAnythingElse(String forks, String words) {
        assertThatThrownBy(() -> read(forks)).hasMessageContaining("w.yaml:3:").hasMessageContaining(words);
    }
}
