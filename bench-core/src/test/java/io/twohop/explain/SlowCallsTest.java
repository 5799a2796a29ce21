package io.twohop.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.explain.SlowCalls.Window;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Times in microseconds, so that they can be read. */
class SlowCallsTest {
    private static final String THREAD = "generator-0";
    private static final long MICRO = 1_000;

    private final SlowCalls calls = new SlowCalls();
    private final List<Span> pauses = new ArrayList<>();
    private final List<Span> stopping = new ArrayList<>();

    private void call(String what, long start, long length) {
        calls.addCall(THREAD, what, start * MICRO, (start + length) * MICRO);
    }

    /** Samples of a millisecond, of which the one that holds an instant counted something. */
    private void sampled(long until, long at, long majorFaults, long turns, long ran) {
        for (long start = 0; start < until; start += 1_000) {
            boolean holds = at >= start && at < start + 1_000;
            calls.addSample(
                    THREAD,
                    start * MICRO,
                    (start + 1_000) * MICRO,
                    new SlowCalls.Counts(holds ? majorFaults : 0, holds ? turns : 0, ran * MICRO, false));
        }
    }

    private static Span span(String what, long start, long length) {
        return new Span(what, start * MICRO, (start + length) * MICRO);
    }

    private SlowCalls.Found causes(long readAheadBytes) {
        return calls.causes(List.of(pauses), stopping, Window.busy(0), readAheadBytes);
    }

    @Test
    void shouldNamePageFaultsWithTheReadAhead() {
        call("publish by the generator", 5_000, 2_000);
        sampled(20_000, 7_000, 1, 0, 1_000);

        assertThat(causes(8 << 20).busy())
                .containsExactly(span("publish, page faults (read-ahead 8 MiB)", 5_000, 2_000));
        assertThat(causes(128 << 10).busy())
                .containsExactly(span("publish, page faults (read-ahead 128 KiB)", 5_000, 2_000));
        assertThat(causes(0).busy()).containsExactly(span("publish, page faults", 5_000, 2_000));
    }

    @Test
    void shouldNotNameACallWhoseTextWasLost() {
        call("", 5_000, 2_000);
        sampled(20_000, 7_000, 1, 0, 1_000);

        assertThat(causes(0).busy()).isEmpty();
    }

    @Test
    void shouldTellACallThatComputesFromOneThatWaits() {
        call("publish by the service", 5_000, 5_000);
        sampled(20_000, 9_500, 0, 2, 900);
        assertThat(causes(0).busy()).containsExactly(span("publish, on the CPU", 5_000, 5_000));

        SlowCalls others = new SlowCalls();
        others.addCall(THREAD, "publish by the service", 5_000, 10_000);
        others.addSample(THREAD, 9_000, 10_500, new SlowCalls.Counts(0, 1, 200, false));
        assertThat(others.causes(List.of(), List.of(), Window.busy(0), 0).waiting())
                .containsExactly(new Span("publish, waiting", 5_000, 10_000));
    }

    /** A sync that is over before the next sample shows nothing but the state that a sample found it in. */
    @Test
    void shouldTellACallThatTheKernelBlockedFromOneThatComputes() {
        call("publish by the service", 5_000, 700);
        sampled(5_000, -1, 0, 0, 1_000);
        calls.addSample(THREAD, 5_000 * MICRO, 5_300 * MICRO, new SlowCalls.Counts(0, 0, 100 * MICRO, true));

        assertThat(causes(0).blocked()).containsExactly(span("publish, waiting", 5_000, 700));
        assertThat(causes(0).busy()).isEmpty();
    }

    @Test
    void shouldNotTakeAThreadThatIsBlockedAfterACallForOneInIt() {
        call("publish by the service", 5_000, 500);
        calls.addSample(THREAD, 5_000 * MICRO, 5_700 * MICRO, new SlowCalls.Counts(0, 0, 100 * MICRO, true));

        assertThat(causes(0).blocked()).isEmpty();
    }

    @Test
    void shouldNotBlameACallForAPauseThatFellIntoIt() {
        call("publish by the generator", 5_000, 2_000);
        sampled(20_000, 7_000, 1, 0, 1_000);
        pauses.add(span("GC pause", 5_500, 1_400));

        assertThat(causes(0).busy()).isEmpty();
        assertThat(causes(0).waiting()).isEmpty();
    }

    @Test
    void shouldNotBlameACallThatWaitedForOtherThreadsToStop() {
        call("publish by the generator", 5_000, 2_000);
        sampled(20_000, 7_000, 0, 0, 1_000);
        stopping.add(span("time to safepoint", 5_100, 1_900));
        assertThat(causes(0).busy()).isEmpty();

        // Unless the others waited for its page fault.
        call("publish by the generator", 8_000, 2_000);
        sampled(20_000, 10_000, 1, 0, 1_000);
        stopping.add(span("time to safepoint", 8_100, 1_900));
        assertThat(causes(0).busy()).containsExactly(span("publish, page faults", 8_000, 2_000));
    }

    @Test
    void shouldNotBlameCallsForWhatHitsAnyCode() {
        sampled(1_000_000, -1, 0, 0, 1_000);
        for (int i = 0; i < 10; i++) {
            call("publish by the generator", 10_000 * i, 500);
            call("poll", 10_000 * i + 5_000, 500);
        }
        assertThat(causes(0).busy()).isEmpty();

        for (int i = 10; i < 40; i++) {
            call("publish by the generator", 10_000 * i, 500);
        }
        assertThat(causes(0).busy()).hasSize(40).allMatch(span -> span.what().equals("publish, on the CPU"));
    }

    /** A thread that spends a tenth of its time in calls is hit in them as rarely. */
    @Test
    void shouldAllowForTheTimeInCallsWhenComparing() {
        sampled(1_000_000, -1, 0, 0, 1_000);
        for (int i = 0; i < 10; i++) {
            call("publish by the generator", 10_000 * i, 500);
            call("poll", 10_000 * i + 5_000, 500);
        }
        Window tenth = Window.of(0, 1_000_000 * MICRO, 100_000, MICRO);
        assertThat(calls.causes(List.of(), List.of(), tenth, 0).busy()).hasSize(10);

        for (int i = 10; i < 40; i++) {
            call("poll", 10_000 * i, 500);
        }
        assertThat(calls.causes(List.of(), List.of(), tenth, 0).busy()).isEmpty();
    }

    /** Where calls take most of the time, as many of one as of the other are chance. */
    @Test
    void shouldNotTakeLongQueuesForTimeInCalls() {
        assertThat(Window.of(0, 1_000_000 * MICRO, 100_000, 50 * MICRO).inCalls())
                .isEqualTo(5);
        sampled(1_000_000, -1, 0, 0, 1_000);
        for (int i = 0; i < 10; i++) {
            call("poll", 10_000 * i, 500);
        }
        for (int i = 0; i < 40; i++) {
            call("publish by the generator", 10_000 * i + 5_000, 500);
        }
        assertThat(calls.causes(List.of(), List.of(), new Window(0, 5), 0).busy())
                .hasSize(40);
    }

    @Test
    void shouldCompareWithWhatHitsAnyCodeInTheWindowOnly() {
        sampled(1_000_000, -1, 0, 0, 1_000);
        for (int i = 0; i < 10; i++) {
            call("poll", 10_000 * i, 500);
            call("publish by the generator", 500_000 + 10_000 * i, 500);
        }
        assertThat(causes(0).busy()).isEmpty();
        assertThat(calls.causes(List.of(), List.of(), Window.busy(400_000 * MICRO), 0)
                        .busy())
                .hasSize(10);

        // Nor with pauses.
        for (int i = 0; i < 10; i++) {
            pauses.add(span("VM operation", 10_000 * i, 400));
        }
        assertThat(causes(0).busy()).hasSize(10);
    }

    @Test
    void shouldNameWhatTheTransportSaidOfItself() {
        call("publish by the generator", 5_000, 2_000);
        sampled(20_000, 7_000, 1, 0, 1_000);
        calls.addMark("another", span("roll of another", 5_500, 0));
        calls.addMark(THREAD, span("roll to the next queue file", 6_000, 0));

        assertThat(causes(0).busy()).containsExactly(span("publish, roll to the next queue file", 5_000, 2_000));
    }

    @Test
    void shouldNotBlameAPollThatFoundNothing() {
        call("poll", 5_000, 2_000);
        sampled(20_000, -1, 0, 0, 1_000);

        assertThat(causes(0).busy()).isEmpty();
        assertThat(causes(0).waiting()).isEmpty();
    }
}
