package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.explain.RecordedStalls.LateWakeUp;
import org.junit.jupiter.api.Test;

/** The sampler was woken 100 ms late while no measuring thread ran. */
class RecordedStallsTest {
    private static final long MILLI = 1_000_000;

    private final RecordedStalls stalls = new RecordedStalls();

    private void wokenLate(long processRanMillis, long jvmTurns) {
        stalls.addOfPlatform(new LateWakeUp(0, 10 * MILLI, 110 * MILLI, 0, processRanMillis * MILLI, jvmTurns));
    }

    @Test
    void shouldBlameTheMachineWhenTheWholeProcessStood() {
        wokenLate(10, 3);

        assertThat(stalls.kept).hasSize(1);
        assertThat(stalls.stops).hasSize(1);
        assertThat(stalls.stood).isEmpty();
    }

    /** A thread counts and does not look whether it is to stop: the others wait for it at a safepoint. */
    @Test
    void shouldLeaveAWaitForASafepointToTheJvmWhenAThreadOfItRan() {
        wokenLate(90, 1);

        assertThat(stalls.kept).isEmpty();
        assertThat(stalls.stops).isEmpty();
        // Safepoints will be taken off.
        assertThat(stalls.stood).hasSize(1);
    }

    /** The thread that the others wait for is blocked in the kernel; the JVM looks for it again and again. */
    @Test
    void shouldLeaveAWaitForASafepointToTheJvmWhenThatLooksForABlockedThread() {
        wokenLate(0, 90);

        assertThat(stalls.kept).isEmpty();
        assertThat(stalls.stood).hasSize(1);
    }

    /** A stop began at some time after the sampler went to sleep. */
    @Test
    void shouldTakeAStopForAsLongAsItMayHaveBeen() {
        wokenLate(0, 0);

        assertThat(stalls.kept.get(0).longestNanos()).isEqualTo(110 * MILLI);
        assertThat(stalls.kept.get(0).without(99 * MILLI).longestNanos()).isEqualTo(MILLI);
    }
}
