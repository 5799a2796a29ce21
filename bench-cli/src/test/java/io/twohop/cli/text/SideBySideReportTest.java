package io.twohop.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.compare.SideBySide;
import io.twohop.compare.SideBySide.Column;
import io.twohop.external.ExternalResult;
import io.twohop.external.Quantity;
import io.twohop.external.Series;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SideBySideReportTest {
    private static Column column(String name, double p50, double perSecond) {
        return Column.of(new ExternalResult(
                name,
                "tool | a",
                List.of(
                        new Series(
                                "latency",
                                Quantity.LATENCY,
                                true,
                                Map.of("p50", p50),
                                Set.of("p50"),
                                List.of(),
                                Map.of()),
                        new Series(
                                "requests",
                                Quantity.LOAD,
                                true,
                                Map.of(Series.RATE, perSecond),
                                Set.of(),
                                List.of(),
                                Map.of())),
                List.of(),
                List.of("a limit")));
    }

    private static final Column BASE = column("base", 0, 1_000);

    private static SideBySideReport report(String... gates) {
        return new SideBySideReport(
                List.of(
                        SideBySide.of(BASE, column("one", 12.345, 500)),
                        SideBySide.of(BASE, column("two", 1_500, 1_000))),
                List.of(gates));
    }

    @Test
    void shouldShowDifferencesAndMarksWithoutAVerdict() {
        String text = report("latency.p50 > 5%").text();

        assertThat(text)
                .startsWith("\n  NOTHING CAN BE CONCLUDED: ")
                .contains("one (tool | a) beside base (tool | a)\n", "two (tool | a) beside base (tool | a)\n")
                // Fractions of a nanosecond count where JMH measures, and nothing is a share of zero.
                .containsPattern("p50 +\\(0 ns\\) +\\(12\\.3 ns\\) +\\+12\\.3 ns +-\n")
                .containsPattern("p50 +\\(0 ns\\) +\\(1\\.50 us\\) +\\+1\\.50 us +-\n")
                .containsPattern("operationsPerSecond +1,000/s +500/s +-500/s +-50\\.0 %\n")
                .containsOnlyOnce("  note: a limit\n")
                .contains("  note: the rates differ, 1,000/s and 500/s")
                .contains("  NOT JUDGED: latency.p50 > 5%: figures of another tool cannot be judged\n");
        assertThat(report().text()).doesNotContain("NOT JUDGED");
    }

    @Test
    void shouldEscapeMarkdown() {
        assertThat(report().markdown())
                .contains("### one (tool \\| a) beside base (tool \\| a)\n\n**NOTHING CAN BE CONCLUDED")
                .contains("\n| p50 | (0 ns) | (12.3 ns) | +12.3 ns | - |\n")
                .contains("\n- a limit\n");
    }

    @Test
    void shouldWriteJsonWithTheKeysOfAComparison() throws Exception {
        JsonNode tree = new ObjectMapper().readTree(report("latency.p50 > 5%").json());

        JsonNode first = tree.at("/comparisons/0");
        assertThat(first.at("/concluded").asBoolean(true)).isFalse();
        assertThat(first.at("/candidate").asText()).isEqualTo("one");
        assertThat(first.at("/sideBySide/0/figure").asText()).isEqualTo("p50");
        assertThat(first.at("/sideBySide/0/difference").asDouble()).isEqualTo(12.345);
        assertThat(first.at("/sideBySide/0/change").isNull()).isTrue();
        assertThat(first.at("/sideBySide/0/candidateDoubtful").asBoolean()).isTrue();
        assertThat(first.at("/sideBySide/1/change").asDouble()).isEqualTo(-0.5);
        assertThat(tree.at("/failures")).isEmpty();
        assertThat(tree.at("/notJudged")).hasSize(1);
    }
}
