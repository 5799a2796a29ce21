package io.twohop.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.twohop.compare.Comparison;
import io.twohop.compare.Conditions;
import io.twohop.compare.Metric;
import io.twohop.compare.Side;
import io.twohop.compare.SideTurns;
import io.twohop.stats.SignificanceTest;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ComparisonReportTest {
    private static final Metric MAX = new Metric("endToEnd.max");
    private static final Metric P99 = new Metric("endToEnd.p99");
    private static final Side BASE = side("base", "x", 100, 101, 102);
    private static final Side IN_TURNS = side("in turns", "x", 103, 104, 105);
    private static final Side LATER = side("later", "y", 103, 104, 105);

    private static Side side(String name, String call, double... values) {
        List<String> rounds = List.of(call + " 1", call + " 2", call + " 3");
        return new Side(
                name,
                values.length,
                Map.of(P99, values),
                Set.of(),
                Set.of(),
                new SideTurns(rounds, List.of()),
                Conditions.UNKNOWN,
                List.of());
    }

    private static ComparisonReport report(SignificanceTest test, Side... candidates) {
        Comparison.Options options = new Comparison.Options(test, 0.05, true, 0.05);
        return new ComparisonReport(
                Comparison.of(BASE, List.of(candidates), List.of(P99), options),
                options,
                List.of(),
                List.of(),
                List.of());
    }

    @Test
    void shouldSayThatRoundsWereTestedAsPairs() throws Exception {
        ComparisonReport report = report(SignificanceTest.PERMUTATION, IN_TURNS);

        assertThat(report.text())
                .contains("in turns (3 forks) against base (3 forks), round by round\n")
                .contains("\n  paired permutation test of rounds (sign flips), alpha 0.05");
        assertThat(report.markdown())
                .contains("### in turns (3 forks) against base (3 forks), round by round\n")
                .contains("\npaired permutation test of rounds (sign flips), alpha 0.05");
        JsonNode json = new ObjectMapper().readTree(report.json()).at("/comparisons/0");
        assertThat(json.at("/paired").asBoolean()).isTrue();
        assertThat(json.at("/method").asText()).isEqualTo("paired permutation test of rounds (sign flips)");
        assertThat(report(SignificanceTest.WELCH, IN_TURNS).text()).contains("  paired t-test of rounds, alpha");
    }

    @Test
    void shouldCapFiguresThatHelpNobody() {
        String text = report(SignificanceTest.WELCH, side("wild", "y", 90, 400, 9_000_000))
                .text();

        assertThat(text)
                .contains("over 1000 %", " to over 1000 %", "(more than 1,000 forks of each)")
                .doesNotContainPattern("\\d{5,}[.\\d]* %");
    }

    @Test
    void shouldSayWhichOfSeveralWerePairs() throws Exception {
        ComparisonReport report = report(SignificanceTest.PERMUTATION, IN_TURNS, LATER);

        assertThat(report.text())
                .contains("in turns (3 forks) against base (3 forks), round by round\n")
                .contains("later (3 forks) against base (3 forks)\n")
                .contains("permutation test of the means, or paired permutation test of rounds (sign flips), alpha");
        JsonNode json = new ObjectMapper().readTree(report.json());
        assertThat(json.at("/comparisons/0/paired").asBoolean()).isTrue();
        assertThat(json.at("/comparisons/1/paired").asBoolean(true)).isFalse();
        assertThat(json.at("/comparisons/1/method").asText()).isEqualTo("permutation test of the means");
    }

    /** Three rounds have eight patterns of signs, so that their interval holds in three of four cases. */
    @Test
    void shouldBeginWithThatNothingCanBeConcluded() throws Exception {
        ComparisonReport report = report(SignificanceTest.PERMUTATION, IN_TURNS);
        String line = "NOTHING CAN BE CONCLUDED: endToEnd.p99 may differ by ";

        assertThat(report.text()).startsWith("\n  " + line).contains(" % at 75.0 %; for endToEnd.p99 measure about ");
        assertThat(report.markdown()).contains("\n**" + line);
        JsonNode json = new ObjectMapper().readTree(report.json()).at("/comparisons/0");
        assertThat(json.at("/concluded").asBoolean(true)).isFalse();
        assertThat(json.at("/conclusion").asText()).startsWith(line);
        assertThat(json.at("/findings/0/role").asText()).isEqualTo("tested");
        assertThat(json.at("/findings/0/intervalLevel").asDouble()).isEqualTo(0.75);
    }

    @Test
    void shouldBeginWithTheConclusionAndSetTheRestApart() throws Exception {
        Map<Metric, double[]> base =
                Map.of(P99, new double[] {100, 101, 102, 103, 99}, MAX, new double[] {5, 9, 7, 6, 8});
        Map<Metric, double[]> other =
                Map.of(P99, new double[] {120, 121, 122, 123, 119}, MAX, new double[] {1, 2, 9, 3, 4});
        Comparison.Options options = new Comparison.Options(SignificanceTest.PERMUTATION, 0.05, true, 0.05);
        ComparisonReport report = new ComparisonReport(
                Comparison.of(whole("a", base), List.of(whole("b", other)), List.of(MAX, P99), options),
                options,
                List.of(),
                List.of(),
                List.of());

        assertThat(report.text())
                .startsWith("\n  endToEnd.p99: regressed (17")
                .containsPattern(
                        "endToEnd.p99 [^\n]+ regressed\n\n  exploratory: not among the tested metrics[^\n]+\n  endToEnd.max ");
        assertThat(report.markdown()).contains("**endToEnd.p99: regressed (17");
        assertThat(new ObjectMapper()
                        .readTree(report.json())
                        .at("/comparisons/0/findings/1/role")
                        .asText())
                .isEqualTo("exploratory");
    }

    private static Side whole(String name, Map<Metric, double[]> values) {
        return new Side(name, 5, values, Set.of(), Set.of(), SideTurns.NONE, Conditions.UNKNOWN, List.of());
    }
}
