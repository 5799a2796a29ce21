package io.twohop.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import io.twohop.finding.Severity;
import io.twohop.machine.ControlGroups.Throttling;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.agrona.concurrent.SystemNanoClock;
import org.junit.jupiter.api.Test;

class SpinnerTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    private final GapRecord gaps = new GapRecord(100);

    private Stalls stalls(Long waitedNanos, Long stolenNanos, Throttling throttling) {
        return new Stalls(
                100 * MILLI,
                List.of(gaps),
                Optional.ofNullable(waitedNanos),
                Optional.ofNullable(stolenNanos),
                Optional.ofNullable(throttling));
    }

    @Test
    void shouldFindAndCountTheGapsOfTheClock() {
        ScriptedClock clock = new ScriptedClock(100)
                .leap(1_000, 5 * MILLI)
                .leap(2_000, 50 * MICRO)
                .leap(3_000, 200 * MICRO)
                .leap(4_000, 3 * MICRO);

        new Spinner(clock, () -> 0, gaps).spin(0, 100 * MILLI);

        assertThat(gaps.counts()).containsExactly(3, 2, 1);
        assertThat(gaps.longestNanos()).isEqualTo(5 * MILLI);
        assertThat(gaps.longNanos()).isEqualTo(5 * MILLI + 250 * MICRO);
        assertThat(gaps.gaps().count()).isEqualTo(4);
        assertThat(gaps.gaps().startNanos()[0]).isEqualTo(999 * 100);
        List<Check> checks = StallChecks.of(stalls(null, null, null), false);
        assertThat(checks.get(0).severity()).isEqualTo(Severity.WARNING);
        assertThat(checks.get(0).text()).startsWith("longest 5.0 ms, p99.9 4.9 ms (in 100 ms)");
        assertThat(checks.get(1).text()).isEqualTo("3 over 10 us, 2 over 100 us, 1 over 1 ms");
        assertThat(checks.get(2).severity()).isEqualTo(Severity.UNKNOWN);
    }

    @Test
    void shouldFindNothingBeforeItIsToRecord() {
        ScriptedClock clock = new ScriptedClock(100).leap(1_000, 5 * MILLI);

        new Spinner(clock, () -> 0, gaps).spin(10 * MILLI, 100 * MILLI);

        assertThat(gaps.counts()).containsExactly(0, 0, 0);
        assertThat(StallChecks.of(stalls(null, null, null), false).get(0).severity())
                .isEqualTo(Severity.NOTE);
    }

    @Test
    void shouldGiveAGapToThoseWhoHadTheCoreWhereThatIsCounted() {
        AtomicLong waited = new AtomicLong(77);
        ScriptedClock clock = new ScriptedClock(100).leap(1_000, 5 * MILLI);
        Spinner spinner = new Spinner(clock, () -> waited.getAndAdd(4 * MILLI), gaps);

        spinner.spin(0, 100 * MILLI);

        assertThat(gaps.longestWaitedNanos()).isEqualTo(4 * MILLI);
        assertThat(spinner.waitedNanos()).isEqualTo(8 * MILLI);
        assertThat(StallChecks.of(stalls(8 * MILLI, 0L, null), false).get(0).remedy())
                .startsWith("other threads had the core");
    }

    @Test
    void shouldNameTheOwnerThatTookMost() {
        gaps.add(0, 5 * MILLI, 0);

        assertThat(StallChecks.of(stalls(0L, 4 * MILLI, null), false).get(0).remedy())
                .startsWith("the hypervisor");
        assertThat(StallChecks.of(stalls(0L, 0L, new Throttling(3, 1, 4 * MILLI)), false)
                        .get(0)
                        .remedy())
                .startsWith("the CPU quota");
        assertThat(StallChecks.of(stalls(0L, 0L, null), false).get(0).remedy()).startsWith("nobody counted");
        assertThat(StallChecks.of(stalls(3 * MILLI, 0L, new Throttling(9, 2, 0)), false)
                        .get(2)
                        .text())
                .isEqualTo("5.0 ms over 10 us: run queue 3.0 ms, stolen 0 ns, throttled 2 times, 0 ns");
    }

    /** A moment in a thousand falls into the first tenth of the gap. */
    @Test
    void shouldStateWhatAMessageWaitsThatIsDueAtAnyMoment() {
        gaps.add(0, MILLI, 0);
        gaps.add(10 * MILLI, 2 * MICRO, 0);

        assertThat(stalls(null, null, null).waitNanos(99.9)).isCloseTo(900 * MICRO, within(10 * MICRO));
        assertThat(stalls(null, null, null).waitNanos(98)).isZero();
    }

    @Test
    void shouldKeepCountingWhenNoMoreIsKept() {
        GapRecord few = new GapRecord(1);
        few.add(0, 20 * MICRO, 0);
        few.add(MILLI, 30 * MICRO, 0);

        assertThat(few.counts()).containsExactly(2, 0, 0);
        assertThat(few.gaps().count()).isEqualTo(1);
        assertThat(few.keptUntilNanos()).isZero();
    }

    @Test
    void shouldStopWhenAsked() {
        AtomicLong readings = new AtomicLong();
        Spinner[] spinner = new Spinner[1];
        spinner[0] = new Spinner(
                () -> {
                    if (readings.incrementAndGet() == 1_000) {
                        spinner[0].stop();
                    }
                    if (readings.get() > 2_000) {
                        throw new IllegalStateException("goes on");
                    }
                    return readings.get();
                },
                () -> 0,
                gaps);

        spinner[0].spin(0, Long.MAX_VALUE / 2);

        assertThat(readings.get()).isLessThan(1_010);
    }

    @Test
    void shouldAllocateNothingWhileItSpins() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        Spinner spinner = new Spinner(SystemNanoClock.INSTANCE, () -> 0, new GapRecord(1_000));
        long now = System.nanoTime();
        spinner.spin(now, now + 20 * MILLI);
        Spinner again = new Spinner(new ScriptedClockWithoutBoxes(), () -> 0, gaps);
        again.spin(0, MILLI);

        long before = threads.getThreadAllocatedBytes(thread);
        now = System.nanoTime();
        spinner.spin(now, now + 20 * MILLI);
        again.spin(MILLI, 1_000 * MILLI);
        long allocated = threads.getThreadAllocatedBytes(thread) - before;

        assertThat(gaps.counts()[1]).isGreaterThan(1_000);
        // Asking for the count takes some itself.
        assertThat(allocated).isLessThan(1_000);
    }

    /** Leaps by 200 us at each thousandth reading. */
    private static final class ScriptedClockWithoutBoxes implements org.agrona.concurrent.NanoClock {
        private long readings;
        private long nanos;

        @Override
        public long nanoTime() {
            nanos += ++readings % 1_000 == 0 ? 200 * MICRO : 100;
            return nanos;
        }
    }
}
