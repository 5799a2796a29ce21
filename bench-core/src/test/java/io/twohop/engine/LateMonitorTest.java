package io.twohop.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.result.Fork;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a row of a run says when the thread that ends its seconds woke up late. Sleeps are counted; that before the last of warm-up
 * is for reading what processes have taken.
 */
@Tag("one-jdk")
class LateMonitorTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    /** 1,000 messages a second for two seconds of warm-up and five of measuring. */
    private static List<Interval> run(LongUnaryOperator overslept) throws Exception {
        return seconds(fork(overslept));
    }

    /** But for the rest behind the window, which may be nothing at all. */
    private static List<Interval> seconds(Fork fork) {
        return fork.intervals().stream()
                .filter(interval -> interval.endNanos() > interval.startNanos())
                .toList();
    }

    private static Fork fork(LongUnaryOperator overslept) throws Exception {
        return Simulation.run(
                Simulation.workload("rate: 1k\nwarmup: 2s\nduration: 5s\ndrain: 2s\nhops: 2\nfloor: 0s\n"),
                "",
                overslept);
    }

    private static List<Interval> measured(List<Interval> intervals) {
        return intervals.stream()
                .filter(interval -> interval.phase() == Phase.MEASURE)
                .toList();
    }

    private static void assertTrueRates(List<Interval> intervals) {
        assertThat(intervals)
                .filteredOn(interval -> interval.countedNanos() > MS && interval.phase() != Phase.DRAIN)
                .allSatisfy(
                        interval -> assertThat(interval.completedPerSecond()).isCloseTo(1_000, within(10.0)));
    }

    @Test
    void shouldSayOverHowLongItCountedWhenASecondIsCutLate() throws Exception {
        // The second second of the window ends 700 ms late.
        List<Interval> all = run(sleep -> sleep == 5 ? 700 * MS : 0);

        List<Interval> measured = measured(all);
        assertThat(measured)
                .extracting(Interval::endNanos)
                .containsExactly(SECOND, 2 * SECOND, 3 * SECOND, 4 * SECOND, 5 * SECOND);
        assertThat(measured)
                .extracting(Interval::countedNanos)
                .containsExactly(SECOND, 1_700 * MS, 300 * MS, SECOND, SECOND);
        assertThat(measured.get(1).completed()).isCloseTo(1_700, within(2L));
        assertTrueRates(all);
    }

    @Test
    void shouldCountNothingTwiceWhenItSleptThroughWholeSeconds() throws Exception {
        List<Interval> all = run(sleep -> sleep == 4 ? 2_500 * MS : 0);

        assertThat(measured(all))
                .extracting(Interval::countedNanos)
                .containsExactly(3_500 * MS, 0L, 0L, 500 * MS, SECOND);
        assertThat(measured(all)).extracting(Interval::completedPerSecond).contains(0.0);
        assertTrueRates(all);
    }

    @Test
    void shouldEndTheWindowWhereItEndsWhenItSleptThroughThat() throws Exception {
        Fork fork = fork(sleep -> sleep == 7 ? 1_300 * MS : 0);

        assertThat(measured(seconds(fork)))
                .extracting(Interval::endNanos)
                .containsExactly(SECOND, 2 * SECOND, 3 * SECOND, 4 * SECOND, 5 * SECOND);
        assertThat(fork.complete()).isTrue();
        assertThat(measured(seconds(fork)))
                .extracting(Interval::countedNanos)
                .containsExactly(SECOND, SECOND, SECOND, 2_300 * MS, 0L);
    }

    @Test
    void shouldCountAsLongAsTheSecondIsWhenItWakesUpInTime() throws Exception {
        List<Interval> all = run(sleep -> 0);

        assertThat(all)
                .filteredOn(interval -> interval.phase() != Phase.DRAIN)
                .hasSize(7)
                .allSatisfy(interval ->
                        assertThat(interval.countedNanos()).isEqualTo(interval.endNanos() - interval.startNanos()));
    }
}
