package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.explain.RecordedStalls.LateWakeUp;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The sampler slept for 10 ms and was woken late while no measuring thread ran. */
class RecordedStallsTest {
    private static final long MILLI = 1_000_000;
    private static final long EVERY = 10 * MILLI;

    /** From the sampler's sleep until it ran, 100 ms late. */
    private static final Span LATE = safepoint(0, 110);

    private final RecordedStalls stalls = new RecordedStalls();

    private static Span safepoint(long fromMillis, long toMillis) {
        return new Span("safepoint", fromMillis * MILLI, toMillis * MILLI);
    }

    private void wokenLate(long lateMillis, long processRanMillis, long jvmTurns) {
        stalls.addOfPlatform(
                new LateWakeUp(0, 10 * MILLI, (10 + lateMillis) * MILLI, 0, processRanMillis * MILLI, jvmTurns));
    }

    private List<Trouble> lateWakeUps(Span... safepoints) {
        return stalls.lateWakeUps(new Spans(List.of(safepoints)), EVERY);
    }

    private Stream<Long> lateMillis(Span... safepoints) {
        return lateWakeUps(safepoints).stream().map(late -> late.nanos() / MILLI);
    }

    @Test
    void shouldBlameTheMachineWhenTheWholeProcessStood() {
        wokenLate(100, 10, 3);

        assertThat(stalls.stops).hasSize(1);
        // A safepoint that the stop prolonged takes nothing from it.
        assertThat(lateMillis(LATE)).containsExactly(100L);
    }

    /** A thread counts and does not look whether it is to stop: the others wait for it at a safepoint. */
    @Test
    void shouldLeaveAWaitForASafepointToTheJvmWhenAThreadOfItRan() {
        wokenLate(100, 90, 1);

        assertThat(stalls.stops).isEmpty();
        assertThat(lateWakeUps(LATE)).isEmpty();
    }

    /** The thread that the others wait for is blocked in the kernel; the JVM looks for it again and again. */
    @Test
    void shouldLeaveAWaitForASafepointToTheJvmWhenThatLooksForABlockedThread() {
        wokenLate(100, 0, 90);

        assertThat(stalls.stops).isEmpty();
        assertThat(lateWakeUps(LATE)).isEmpty();
    }

    @Test
    void shouldBlameTheMachineForWhatNoSafepointExplains() {
        wokenLate(15, 0, 0);

        assertThat(lateMillis()).containsExactly(15L);
        assertThat(lateMillis(safepoint(12, 18))).containsExactly(9L);
        assertThat(lateMillis(safepoint(5, 12), safepoint(20, 40))).containsExactly(8L);
        assertThat(lateWakeUps(safepoint(10, 25))).isEmpty();
    }

    /** The sampler slept anyway. */
    @Test
    void shouldNotExcuseTheMachineBySafepointsBeforeTheSamplerWasDue() {
        wokenLate(15, 0, 0);

        assertThat(lateMillis(safepoint(1, 9))).containsExactly(15L);
    }

    /** A stop began at some time after the sampler went to sleep. */
    @Test
    void shouldTakeAStopForAsLongAsItMayHaveBeen() {
        wokenLate(100, 0, 0);

        assertThat(lateWakeUps().get(0).longestNanos()).isEqualTo(110 * MILLI);
        assertThat(lateWakeUps().get(0).without(99 * MILLI).longestNanos()).isEqualTo(MILLI);
    }
}
