package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.explain.DiskNeighbours.Use;
import io.twohop.explain.SlowCalls.Counts;
import io.twohop.measure.Slices.Slice;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** dd had 0.9 of the disk in the second after the first one. */
class DiskNeighboursTest {
    private static final long MILLI = 1_000_000;
    private static final String CAUSE = "the disk was busy for dd (pid 7)";
    private static final Span CALL = new Span("publish, waiting", 1_500 * MILLI, 1_508 * MILLI);
    private static final Span EARLIER = new Span("publish, waiting", 500 * MILLI, 508 * MILLI);

    private final DiskNeighbours disk = new DiskNeighbours();

    DiskNeighboursTest() {
        disk.add(new Use("dd (pid 7)", 0.9, 1_000 * MILLI, 2_000 * MILLI));
    }

    @Test
    void shouldNameTheNeighbourForCallsThatWereBlockedMeanwhile() {
        assertThat(disk.named(List.of(EARLIER, CALL)))
                .containsExactly(EARLIER, new Span(CAUSE, CALL.startNanos(), CALL.endNanos()));
    }

    private List<Trouble> troubles(List<Span> calls, Map<Span, Counts> samples) {
        return disk.troubles(calls, samples, List.of(List.of(new Slice(1_000 * MILLI, 1_000 * MILLI, 100, 1, 2))));
    }

    private static Counts counts(long turns, boolean blocked) {
        return new Counts(0, turns, 0, blocked);
    }

    @Test
    void shouldDoubtBlockedCallsForThePartThatOthersHad() {
        assertThat(troubles(List.of(EARLIER, CALL), Map.of()))
                .startsWith(new Trouble(CAUSE, CALL.startNanos(), CALL.endNanos(), 8 * MILLI, 1, 0.9));
    }

    /** Of many slow calls, only the slowest are recorded. */
    @Test
    void shouldDoubtWhatSamplesFoundBlockedOutsideThoseCalls() {
        Span inCall = new Span("generator-0", 1_502 * MILLI, 1_503 * MILLI);
        Span outside = new Span("generator-0", 1_600 * MILLI, 1_601 * MILLI);

        assertThat(troubles(List.of(CALL), Map.of(inCall, counts(1, true), outside, counts(1, true))))
                .extracting(Trouble::fromNanos)
                .containsExactly(CALL.startNanos(), outside.startNanos(), 1_000 * MILLI);
    }

    /** Short syncs pass between samples, yet each is in the way of its own message. */
    @Test
    void shouldDoubtAsManyMessagesAsThereWereWaits() {
        Span sample = new Span("generator-0", 1_600 * MILLI, 1_601 * MILLI);
        Span between = new Span("generator-0", 1_700 * MILLI, 1_701 * MILLI);

        assertThat(troubles(List.of(), Map.of(sample, counts(1, true), between, counts(19, false))))
                .contains(new Trouble(CAUSE, 1_000 * MILLI, 2_000 * MILLI, 200 * MILLI, 20));
        assertThat(troubles(List.of(CALL), Map.of(between, counts(200, false))))
                .contains(new Trouble(CAUSE, 1_000 * MILLI, 2_000 * MILLI, 1_000 * MILLI, 200));
    }

    /** What is written into memory only is not delayed by a disk; other waits are for a core. */
    @Test
    void shouldBlameNobodyWhenNothingWasBlocked() {
        Span sample = new Span("generator-0", 1_600 * MILLI, 1_601 * MILLI);
        assertThat(troubles(List.of(), Map.of(sample, counts(5, false)))).isEmpty();
        assertThat(troubles(List.of(EARLIER), Map.of(EARLIER, counts(5, true)))).isEmpty();
    }
}
