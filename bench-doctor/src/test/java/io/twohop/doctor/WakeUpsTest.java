package io.twohop.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.finding.Severity;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WakeUpsTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    private final ScriptedClock clock = new ScriptedClock(0);

    @Test
    void shouldMeasureHowMuchLongerThanAskedAThreadSleeps() {
        Histogram late = new WakeUps(clock, asked -> clock.pass(asked + 70 * MICRO)).late(50 * MICRO, 300 * MILLI);

        assertThat(late.getTotalCount()).isEqualTo(2_500);
        Check check = WakeUpChecks.check("park 50 us", " late", late);
        assertThat(check.severity()).isEqualTo(Severity.NOTE);
        assertThat(check.text()).isEqualTo("p50 70 us, p99 70 us, max 70 us late");
    }

    @Test
    void shouldTellDeepSleepFromStalls() {
        Histogram deep = new WakeUps(clock, asked -> clock.pass(asked + 200 * MICRO)).late(MILLI, 300 * MILLI);
        int[] naps = new int[1];
        Histogram stalled = new WakeUps(clock, asked -> clock.pass(asked + (++naps[0] % 10 == 0 ? 4 * MILLI : 0)))
                .late(MILLI, 300 * MILLI);

        assertThat(WakeUpChecks.check("park", "", deep).remedy()).startsWith("idle CPUs sleep deeply");
        assertThat(WakeUpChecks.check("park", "", stalled).remedy()).startsWith("others had the core");
    }

    @Test
    void shouldStateNoPercentileThatTheSamplesDoNotSupport() {
        Histogram late = new WakeUps(clock, asked -> clock.pass(asked + 70 * MICRO)).late(MILLI, 300 * MILLI);

        assertThat(late.getTotalCount()).isCloseTo(281, within(1L));
        assertThat(WakeUpChecks.check("park", "", late).text()).startsWith("p50 70 us, p90 70 us, max");
    }

    @Test
    @Timeout(60)
    void shouldHandOverInBothDirectionsAndEnd() throws InterruptedException {
        WakeUps wakeUps = new WakeUps(System::nanoTime, nanos -> {});

        assertThat(wakeUps.handOvers(20 * MILLI).getTotalCount()).isGreaterThanOrEqualTo(2);
    }
}
