package io.twohop.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.compare.SideBySide.Column;
import io.twohop.external.ExternalResult;
import io.twohop.external.Quantity;
import io.twohop.external.Series;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SideBySideTest {
    private static final Column OURS = ours("achieved.messagesPerSecond");

    private static Column ours(String rate) {
        Map<Metric, double[]> values = new LinkedHashMap<>();
        values.put(new Metric(rate), new double[] {1_000, 1_000});
        values.put(new Metric("endToEnd.p50"), new double[] {100, 300});
        values.put(new Metric("endToEnd.p99"), new double[] {1_000, 1_000});
        values.put(new Metric("lateness.p50"), new double[] {5, 5});
        values.put(new Metric("gc.pauses"), new double[] {1, 2});
        return Column.of(new Side(
                "ours",
                2,
                values,
                Set.of(),
                Set.of(new Metric("endToEnd.p99")),
                SideTurns.NONE,
                Conditions.UNKNOWN,
                List.of("a warning")));
    }

    private static Column theirs(Series... series) {
        return Column.of(new ExternalResult("theirs", "tool", List.of(series), List.of("a fact"), List.of("a limit")));
    }

    private static Series latency(String name, boolean isHeadline, double p50) {
        return new Series(
                name, Quantity.LATENCY, isHeadline, Map.of("p50", p50, "p75", 9.0), Set.of("p50"), List.of(), Map.of());
    }

    private static Series rate(Quantity quantity, double perSecond) {
        return new Series("requests", quantity, true, Map.of(Series.RATE, perSecond), Set.of(), List.of(), Map.of());
    }

    private static List<String> pairs(SideBySide shown) {
        return shown.pairs().stream()
                .map(pair -> pair.base().name() + "/" + pair.candidate().name() + " " + pair.rows())
                .toList();
    }

    @Test
    void shouldPutTheHeadlinesBesideEachOtherWithTheFiguresThatBothHave() {
        SideBySide shown = SideBySide.of(OURS, theirs(latency("latency", true, 150), latency("other", false, 7)));

        assertThat(shown.pairs()).hasSize(1);
        SideBySide.Row row = shown.pairs().get(0).rows().get(0);
        assertThat(pairs(shown)).singleElement().asString().startsWith("endToEnd/latency [Row[label=p50, ");
        assertThat(row.base()).as("the mean over forks").isEqualTo(new SideBySide.Value(200, false));
        assertThat(row.candidate()).isEqualTo(new SideBySide.Value(150, true));
        assertThat(row.difference()).isEqualTo(-50);
        assertThat(row.change()).isEqualTo(-0.25);
        assertThat(shown.metrics()).containsExactly(new Metric("endToEnd.p50"), new Metric("latency.p50"));
        assertThat(shown.notes())
                .containsExactly(
                        "a warning",
                        "theirs: a fact",
                        "a limit",
                        "nothing stands beside these of ours: achieved, lateness",
                        "nothing stands beside these of theirs: other");
    }

    @Test
    void shouldPreferEqualNamesAndPairOneHeadlineWithSeveral() {
        SideBySide named = SideBySide.of(OURS, theirs(latency("lateness", false, 6), latency("endToEnd", true, 1)));
        assertThat(pairs(named))
                .hasSize(2)
                .anyMatch(pair -> pair.startsWith("endToEnd/endToEnd "))
                .anyMatch(pair -> pair.startsWith("lateness/lateness "));

        SideBySide tags = SideBySide.of(OURS, theirs(latency("READ", true, 6), latency("WRITE", true, 1)));
        assertThat(pairs(tags))
                .hasSize(2)
                .anyMatch(pair -> pair.startsWith("endToEnd/READ "))
                .anyMatch(pair -> pair.startsWith("endToEnd/WRITE "));

        Column several = theirs(latency("A", true, 1), latency("B", true, 1));
        assertThat(SideBySide.of(several, theirs(latency("C", true, 1), latency("D", true, 1)))
                        .pairs())
                .as("nothing says which belong together")
                .isEmpty();
    }

    @Test
    void shouldSayThatLoadsDiffer() {
        Series[] slower = {latency("latency", true, 1), rate(Quantity.LOAD, 900)};
        Series[] alike = {latency("latency", true, 1), rate(Quantity.LOAD, 960)};

        assertThat(SideBySide.of(OURS, theirs(slower)).notes())
                .contains("the rates differ, 1,000/s and 900/s: latencies under unlike loads are not comparable");
        assertThat(SideBySide.of(OURS, theirs(alike)).notes()).noneMatch(note -> note.contains("rates differ"));
        assertThat(SideBySide.of(ours("overall.messagesPerSecond"), theirs(slower))
                        .notes())
                .as("a capacity is a result")
                .noneMatch(note -> note.contains("rates differ"));
    }

    @Test
    void shouldKeepTheChosenFigures() {
        SideBySide shown = SideBySide.of(OURS, theirs(latency("lateness", false, 6), latency("latency", true, 1)));

        assertThat(pairs(shown.only(new Metric("latency.p50")::equals)))
                .singleElement()
                .asString()
                .startsWith("endToEnd/latency ");
        assertThat(shown.only(metric -> false).pairs()).isEmpty();
    }
}
