package io.twohop.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.twohop.compare.Metric;
import io.twohop.history.History.SeriesHistory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HistoryTest {
    private static final Metric P99 = new Metric("endToEnd.p99");
    private static final Metric RATE = new Metric("overall.messagesPerSecond");
    private static final double ALPHA = 0.01;

    @TempDir
    Path directory;

    private Nights nights;

    @BeforeEach
    void place() {
        nights = new Nights(directory);
    }

    private History history() throws IOException {
        return History.of(HistoryReader.read(List.of(directory)).results(), History.USUAL::contains, ALPHA);
    }

    private MetricHistory only(Metric metric) throws IOException {
        return of(metric, history());
    }

    private static MetricHistory of(Metric metric, History history) {
        assertThat(history.series()).hasSize(1);
        return history.series().get(0).metrics().stream()
                .filter(each -> each.metric().equals(metric))
                .findFirst()
                .orElseThrow();
    }

    private static double slower(int night) {
        return night < 20 ? 1_000_000 : 1_100_000;
    }

    @Test
    void shouldNameCommitSizeAndConfidenceOfAChange() throws IOException {
        nights.all(40, HistoryTest::slower);

        Change change = only(P99).changes().get(0);

        assertThat(change.before().revision()).isEqualTo(Nights.commit(19));
        assertThat(change.after().revision()).isEqualTo(Nights.commit(20));
        assertThat(change.share().orElseThrow()).isEqualTo(0.1, within(0.02));
        assertThat(change.share().orElseThrow()).isEqualTo(change.to() / change.from() - 1, within(1e-12));
        assertThat(change.interval().orElseThrow().low())
                .isBetween(0.05, change.share().orElseThrow());
        assertThat(change.interval().orElseThrow().high())
                .isBetween(change.share().orElseThrow(), 0.15);
        // None of 1,499 orders is as good, three metrics were looked at.
        assertThat(change.pValue()).isEqualTo(3 / 1_500.0, within(1e-9));
        assertThat(change.isWorse()).isTrue();
        assertThat(change.alsoChanged()).isEmpty();
        assertThat(only(P99).changes()).hasSize(1);
    }

    @Test
    void shouldKnowForWhichMetricsMoreIsWorse() throws IOException {
        nights.all(40, HistoryTest::slower);

        Change change = only(RATE).changes().get(0);
        assertThat(change.share().orElseThrow()).isNegative();
        assertThat(change.isWorse()).isTrue();
    }

    @Test
    void shouldTakeTheMedianOverForksAndOrderByTime() throws IOException {
        nights.all(3, night -> 100);
        Path first = Files.move(nights.at(0), directory.resolve("z-renamed"));
        Files.writeString(first.resolve("forks.csv"), "fork,endToEnd.p99\n1,5\n2,900\n3,7\n");

        List<Point> points = only(P99).points();
        assertThat(points).extracting(point -> point.result().revision()).containsExactly("c000", "c001", "c002");
        assertThat(points.get(0).value()).isEqualTo(7);
    }

    @ParameterizedTest
    @CsvSource({
        "'\"cores\": 2', '\"cores\": 4', machine.cores",
        "'\"cpu\": \"some\"', '\"cpu\": \"other\"', machine.cpu",
        "performance, powersave, machine.governor",
        "tsc, hpet, machine.clockSource",
        "'\"java\": \"17\"', '\"java\": \"25\"', jvm.java",
        "VM 17, VM 18, jvm.vm",
        "'\"maxHeapBytes\": 5', '\"maxHeapBytes\": 6', jvm.maxHeapBytes",
        "10k/s, 20k/s, workload.rate",
        "'\"rollCycle\": \"10s\"', '\"rollCycle\": \"1h\"', transport.rollCycle",
        "'\"payloadBytes\": 0', '\"payloadBytes\": 64', payloadBytes",
        "SINGLE, SHARED, layout",
        "SPIN, PARK, idle",
        "wire, json, codec",
        "ext4, tmpfs, data.fileSystem"
    })
    void shouldNeverPutUnlikeResultsOnOneLine(String from, String to, String key) throws IOException {
        nights.all(20, night -> 1_000);
        nights.from(20, 20, night -> 2_000, json -> json.replace(from, to));

        History history = history();

        assertThat(history.series()).hasSize(2);
        assertThat(history.series())
                .allSatisfy(each -> assertThat(each.metrics())
                        .allSatisfy(metric -> assertThat(metric.changes()).isEmpty()));
        assertThat(Series.differences(
                        history.series().stream().map(SeriesHistory::series).toList()))
                .containsOnlyKeys(key);
        // That with the newest result comes first.
        assertThat(history.series().get(0).series().newest().revision()).isEqualTo(Nights.commit(39));
        boolean sameWork = !key.startsWith("workload.") && !key.startsWith("transport.");
        assertThat(history.series().get(1).series().replacedBy()).isEqualTo(sameWork ? 20 : 0);
    }

    @Test
    void shouldNameWhatElseChanged() throws IOException {
        nights.from(0, 20, HistoryTest::slower, json -> json);
        nights.from(
                20,
                20,
                HistoryTest::slower,
                json -> json.replace("6.1", "6.2").replace("2026.4", "2026.5").replace("\"x\"", "\"y\""));

        assertThat(only(P99).changes().get(0).alsoChanged())
                .containsExactly("chronicle-queue from 2026.4 to 2026.5", "kernel from 6.1 to 6.2");
    }

    @Test
    void shouldLeaveOutWhatCannotBeUsedAndSayWhy() throws IOException {
        nights.all(20, night -> 1_000);
        nights.night(
                20, 9_000, json -> json.replace("\"Met\", \"reasons\": []", "\"Saturated\", \"reasons\": [\"why\"]"));
        nights.night(21, 9_000, json -> json.replace("\"complete\": true", "\"complete\": false"));
        nights.night(22, 9_000, json -> json.replace("\"Met\"", "\"Invalid\""));
        Files.delete(nights.night(23, 9_000, json -> json).resolve("forks.csv"));
        nights.night(
                24,
                9_000,
                json -> json.replace("\"complete\": true", "\"complete\": false")
                        .replaceAll("(?s)\"forks\": \\[\\{.*", "\"forks\": []}"));
        nights.night(25, 1_000, json -> json.replace("\"Met\"", "\"Missed\""));
        nights.night(26, 9_000, json -> json.replace("10k/s", "5k/s").replace("\"Met\"", "\"Invalid\""));

        // Its fork never started.
        nights.night(
                27,
                9_000,
                json -> json.replace("\"complete\": true", "\"complete\": false")
                        .replaceAll("(?s)\"environment\": \\{.*", "\"environment\": null}]}"));

        History history = history();
        Series series = history.series().get(0).series();

        assertThat(series.results()).hasSize(21);
        assertThat(series.leftOut())
                .extracting(result -> result.flaw().orElseThrow())
                .satisfiesExactly(
                        flaw -> assertThat(flaw).isEqualTo("it is SATURATED: why"),
                        flaw -> assertThat(flaw).isEqualTo("it broke off"),
                        flaw -> assertThat(flaw).isEqualTo("it is INVALID"),
                        flaw -> assertThat(flaw).contains("forks.csv"),
                        flaw -> assertThat(flaw).isEqualTo("it broke off"),
                        flaw -> assertThat(flaw).isEqualTo("it broke off"));
        assertThat(history.unplaced())
                .singleElement()
                .satisfies(other -> assertThat(other.revision()).isEqualTo(Nights.commit(26)));
    }

    @Test
    void shouldNotTestWhatTheMachineMayHaveDecided() throws IOException {
        nights.all(40, HistoryTest::slower);
        for (int night = 15; night < 25; night++) {
            Path forks = nights.at(night).resolve("forks.csv");
            Files.writeString(forks, Files.readString(forks).replaceFirst(",\n2", ",endToEnd.p99\n2"));
        }

        MetricHistory p99 = only(P99);
        assertThat(p99.points()).hasSize(40);
        assertThat(p99.tested()).hasSize(30);
        Change change = p99.changes().get(0);
        assertThat(change.before().revision()).isEqualTo(Nights.commit(14));
        assertThat(change.after().revision()).isEqualTo(Nights.commit(25));
        assertThat(only(RATE).changes().get(0).after().revision()).isEqualTo(Nights.commit(20));
    }

    @Test
    void shouldSayHowManyResultsAreNeeded() throws IOException {
        nights.all(5, night -> night < 3 ? 1_000 : 9_000);

        MetricHistory p99 = only(P99);
        assertThat(p99.isLongEnough()).isFalse();
        assertThat(p99.changes()).isEmpty();
        assertThat(p99.needed()).isEqualTo(6);
        nights.from(5, 1, night -> 9_000, json -> json);
        assertThat(only(P99).isLongEnough()).isTrue();
        assertThat(only(P99).changes()).hasSize(1);
    }

    @Test
    void shouldTellTheSpreadBetweenChanges() throws IOException {
        nights.all(40, HistoryTest::slower);

        MetricHistory p99 = only(P99);
        assertThat(p99.levels()).hasSize(2);
        double[] deviations = new double[40];
        Arrays.setAll(
                deviations, i -> p99.points().get(i).value() / p99.levels().get(i < 20 ? 0 : 1) - 1);
        double squares = Arrays.stream(deviations).map(each -> each * each).sum();
        assertThat(p99.spread())
                .isEqualTo(Math.sqrt(squares / 38), within(1e-12))
                .isBetween(0.005, 0.02);
    }

    @Test
    void shouldFindResultsHoweverDeepOnceEach() throws IOException {
        new Nights(directory.resolve("a/b")).all(2, night -> 1_000);
        new Nights(directory.resolve("copy")).all(1, night -> 1_000);
        Files.writeString(Files.createDirectories(directory.resolve("other")).resolve("result.json"), "{\"a\": 1}");
        Files.writeString(Files.createDirectories(directory.resolve("half")).resolve("result.json"), "{");

        HistoryReader.Found found = HistoryReader.read(List.of(directory, directory.resolve("a")));

        assertThat(found.results()).hasSize(2);
        assertThat(found.passedOver())
                .hasSize(3)
                .anySatisfy(reason -> assertThat(reason).contains("night-000: a copy of "))
                .anySatisfy(reason -> assertThat(reason).contains("this is another file"))
                .anySatisfy(reason -> assertThat(reason).contains("this is no JSON"));
        assertThatThrownBy(() -> HistoryReader.read(List.of(directory.resolve("other"))))
                .hasMessageContaining("this is another file");
    }

    @Test
    void shouldRefuseWhereThereIsNothingToUse() throws IOException {
        assertThatThrownBy(() -> HistoryReader.read(List.of(directory)))
                .hasMessageContaining("(expected: at least one result's directory in it, with a result.json)");
        assertThatThrownBy(() -> HistoryReader.read(List.of(directory.resolve("none"))))
                .hasMessageContaining("(expected: a directory of results, or one result's; there is none)");
        nights.from(0, 2, night -> 1, json -> json.replace("\"Met\"", "\"Invalid\""));
        assertThatThrownBy(this::history)
                .hasMessageContaining(
                        "at least one complete result that is MET or MISSED; this cannot be used: it is INVALID");
    }
}
