package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.twohop.explain.Stops.Still;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A sampler that sleeps for 10 ms. */
class StopsTest {
    private static final long MILLI = 1_000_000;
    private static final long EVERY = 10 * MILLI;
    private static final Spans NO_SAFEPOINTS = new Spans(List.of());

    private final Stops stops = new Stops();

    private void still(int sample, long millis, long lateMillis) {
        stops.add(new Still(sample * EVERY, (sample + 1) * EVERY, millis * MILLI, lateMillis * MILLI));
    }

    private static Trouble late(int sample, long millis) {
        return new Trouble(Stops.CAUSE, sample * EVERY, (sample + 1) * EVERY, millis * MILLI, Trouble.STOP);
    }

    private static double stoppedMillis(List<Trouble> troubles) {
        return troubles.stream()
                        .mapToDouble(trouble -> trouble.part() * trouble.nanos())
                        .sum()
                / MILLI;
    }

    @Test
    void shouldCountAStopThatTheSamplerSleptThrough() {
        still(3, 4, 0);

        assertThat(stops.counted(List.of(), NO_SAFEPOINTS, EVERY))
                .containsExactly(new Trouble(Stops.CAUSE, 3 * EVERY, 4 * EVERY, 4 * MILLI, 1));
    }

    @Test
    void shouldTakeOffSafepoints() {
        still(3, 4, 2);
        Spans safepoints = new Spans(List.of(new Span("safepoint", 3 * EVERY + MILLI, 3 * EVERY + 5 * MILLI)));

        assertThat(stops.counted(List.of(), safepoints, EVERY)).isEmpty();
    }

    /** Of 200 samples that ended in a stop with a probability of 0.4, none would have been late. */
    @Test
    void shouldLeaveToTheTransportWhatTheKernelBlockedForIt() {
        for (int sample = 0; sample < 200; sample++) {
            still(sample, 4, 0);
        }

        assertThat(stoppedMillis(stops.counted(List.of(), NO_SAFEPOINTS, EVERY)))
                .isCloseTo(1.5 * 7 * 10, within(0.001));
    }

    @Test
    void shouldCountAllWhereTheSamplerWasCaughtAsOftenAsStopsWouldHave() {
        for (int sample = 0; sample < 200; sample++) {
            still(sample, 4, sample % 5 < 2 ? 2 : 0);
        }

        assertThat(stoppedMillis(stops.counted(List.of(), NO_SAFEPOINTS, EVERY)))
                .isEqualTo(800);
    }

    @Test
    void shouldCountAStopOnceThatBothSaw() {
        still(3, 4, 3);
        // Of the hypervisor: threads count as running.
        List<Trouble> troubles = stops.counted(List.of(late(3, 3), late(7, 5)), NO_SAFEPOINTS, EVERY);

        assertThat(troubles)
                .extracting(Trouble::fromNanos, Trouble::nanos)
                .containsExactly(tuple(3 * EVERY, 4 * MILLI), tuple(7 * EVERY, 5 * MILLI));
    }

    /** Each stop that ends a sleep stands for those that fell into others. */
    @Test
    void shouldEstimateTheStopsOfThreadsThatSleep() {
        List<Trouble> late = List.of(late(3, 2), late(9, 4), late(11, 1), late(19, 3));

        List<Trouble> troubles = Stops.estimated(late, EVERY, 0, 200 * EVERY);

        assertThat(troubles).startsWith(late.toArray(Trouble[]::new)).hasSize(5);
        assertThat(troubles.get(4).nanos()).isEqualTo((4 + 3 * 2) * EVERY);
        assertThat(troubles.get(4).longestNanos()).isEqualTo(EVERY);
    }

    @Test
    void shouldEstimateNothingWhereNoStopWasSeenOrItCannotBeMissed() {
        assertThat(Stops.estimated(List.of(), EVERY, 0, 200 * EVERY)).isEmpty();
        assertThat(Stops.estimated(List.of(late(3, 10)), EVERY, 0, 200 * EVERY)).hasSize(1);
    }
}
