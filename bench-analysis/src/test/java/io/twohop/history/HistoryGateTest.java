package io.twohop.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.compare.Gate;
import io.twohop.compare.Metric;
import io.twohop.history.HistoryGate.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryGateTest {
    private static final Metric P99 = new Metric("endToEnd.p99");
    private static final Metric RATE = new Metric("overall.messagesPerSecond");
    private static final int NEWEST = 10;

    @TempDir
    Path directory;

    private Nights nights;

    @BeforeEach
    void place() {
        nights = new Nights(directory);
    }

    private HistoryGate.Ruling ruling(Metric metric, double most, int series) throws IOException {
        History history = History.of(HistoryReader.read(List.of(directory)).results(), History.USUAL::contains, 0.01);
        return new HistoryGate(new Gate(metric, most), NEWEST)
                .rule(history.series().get(series));
    }

    private Answer answer(double most) throws IOException {
        return ruling(P99, most, 0).answer();
    }

    private static IntToDoubleFunction slowerFrom(int first) {
        return night -> night < first ? 1_000_000 : 1_100_000;
    }

    @Test
    void shouldFailWhileAChangeForTheWorseIsNew() throws IOException {
        nights.all(30, slowerFrom(20));
        HistoryGate.Ruling ruling = ruling(P99, 0.05, 0);
        assertThat(ruling.answer()).isEqualTo(Answer.FAILED);
        assertThat(ruling.share().orElseThrow()).isEqualTo(0.1, within(0.02));
        assertThat(ruling.change().orElseThrow().after().revision()).isEqualTo(Nights.commit(20));
        assertThat(ruling(RATE, 0.05, 0).answer()).isEqualTo(Answer.FAILED);
        assertThat(answer(0.15)).as("by less than allowed").isEqualTo(Answer.PASSED);

        nights.from(30, 1, slowerFrom(20), json -> json);
        assertThat(answer(0.05)).as("no longer new").isEqualTo(Answer.PASSED);
    }

    @Test
    void shouldPassWhatBecameBetterOrWasMended() throws IOException {
        nights.all(30, night -> night < 24 ? 1_100_000 : 1_000_000);
        assertThat(answer(0)).isEqualTo(Answer.PASSED);

        nights.all(40, night -> night < 31 || night > 35 ? 1_000_000 : 1_300_000);
        assertThat(answer(0.05)).isEqualTo(Answer.PASSED);
    }

    @Test
    void shouldNotJudgeByTooFewResults() throws IOException {
        nights.all(5, slowerFrom(2));

        HistoryGate.Ruling ruling = ruling(P99, 0.05, 0);
        assertThat(ruling.answer()).isEqualTo(Answer.NOT_JUDGED);
        assertThat(ruling.why()).isEqualTo("6 results that can be tested are needed, and there are 5");
        assertThat(ruling(new Metric("endToEnd.p99.9"), 0, 0).why()).isEqualTo("none of the results tells it");
    }

    @Test
    void shouldNotJudgeWhereTheNewestCannotBeUsed() throws IOException {
        nights.all(30, slowerFrom(99));
        assertThat(answer(0.05)).isEqualTo(Answer.PASSED);

        nights.night(30, 1, json -> json.replace("\"Met\"", "\"Saturated\""));
        HistoryGate.Ruling ruling = ruling(P99, 0.05, 0);
        assertThat(ruling.answer()).isEqualTo(Answer.NOT_JUDGED);
        assertThat(ruling.why()).isEqualTo("the newest result, night-030, cannot be tested: it is SATURATED");

        Path last = nights.night(31, 1_000_000, json -> json);
        Files.writeString(
                last.resolve("forks.csv"), "fork,endToEnd.p50,endToEnd.p99,untrusted\n1,2,1000000,endToEnd.p99\n");
        assertThat(ruling(P99, 0.05, 0).why())
                .isEqualTo("the newest result, night-031, cannot be tested: the machine may have decided it");
    }

    @Test
    void shouldLeaveAloneASeriesThatHasEnded() throws IOException {
        nights.all(30, slowerFrom(22));
        nights.from(30, 5, slowerFrom(0), json -> json.replace("\"java\": \"17\"", "\"java\": \"25\""));
        assertThat(ruling(P99, 0.05, 0).answer()).as("the new one").isEqualTo(Answer.NOT_JUDGED);
        assertThat(ruling(P99, 0.05, 1).answer()).as("the old one").isEqualTo(Answer.FAILED);

        nights.from(35, 5, slowerFrom(0), json -> json.replace("\"java\": \"17\"", "\"java\": \"25\""));
        assertThat(ruling(P99, 0.05, 1).answer()).isEqualTo(Answer.PASSED);
    }
}
