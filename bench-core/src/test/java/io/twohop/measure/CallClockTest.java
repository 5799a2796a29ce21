package io.twohop.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.measure.CallClock.Call;
import io.twohop.measure.CallClock.SlowCall;
import org.junit.jupiter.api.Test;

class CallClockTest {
    private static final long LONG = CallClock.SHORTEST_NANOS;
    private static final Window WINDOW = new Window(0, 0, 1_000_000);

    private long now = 100;

    private CallClock clock(boolean timesPolls, boolean readWhenIdle) {
        return new CallClock(() -> now, "sink-0", timesPolls, readWhenIdle, WINDOW);
    }

    @Test
    void shouldKeepALongCallFromTheReadingBeforeIt() {
        CallClock clock = clock(true, true);
        now += 5 * LONG;
        assertThat(clock.nanoTime()).isEqualTo(now);
        now += LONG;
        assertThat(clock.published(Call.GENERATOR_PUBLISH)).isEqualTo(now);
        now += LONG - 1;
        clock.published(Call.SERVICE_PUBLISH);
        now += 2 * LONG;
        clock.polled(Call.SINK_POLL);

        assertThat(clock.drainStopped())
                .containsExactlyInAnyOrder(
                        new SlowCall("sink-0", Call.GENERATOR_PUBLISH, 100 + 5 * LONG, 100 + 6 * LONG),
                        new SlowCall("sink-0", Call.SINK_POLL, now - 2 * LONG, now));
    }

    @Test
    void shouldEndTheServicesPublishWithTheNextReadingWherePollsAreTimed() {
        CallClock clock = clock(true, false);
        clock.nanoTime();
        clock.answered();
        now += LONG;
        clock.polled(Call.SINK_POLL);
        now += LONG;
        clock.polled(Call.SINK_POLL);
        clock.answered();
        clock.nanoTime();
        now += LONG;
        clock.polledInVain();

        assertThat(clock.drainStopped())
                .extracting(SlowCall::call)
                .containsExactlyInAnyOrder(Call.SERVICE_PUBLISH_OR_POLL, Call.SINK_POLL, Call.EMPTY_POLL);
    }

    @Test
    void shouldReadTheTimeAfterTheServicesPublishWherePollsAreNot() {
        CallClock clock = clock(false, false);
        clock.nanoTime();
        now += LONG;
        clock.answered();
        now += LONG;
        clock.polled(Call.SERVICE_POLL);

        assertThat(clock.drainStopped())
                .containsExactly(new SlowCall("sink-0", Call.SERVICE_PUBLISH, now - 2 * LONG, now - LONG));
    }

    @Test
    void shouldNotTimePollsThatMaySleep() {
        CallClock clock = clock(false, false);
        now += 5 * LONG;
        clock.polled(Call.SINK_POLL);
        now += 5 * LONG;
        clock.polledInVain();
        now += LONG;
        clock.published(Call.SERVICE_PUBLISH);

        assertThat(clock.drainStopped()).extracting(SlowCall::call).containsExactly(Call.SERVICE_PUBLISH);
    }

    @Test
    void shouldReadNothingInAnEmptyPollWhereTheGeneratorDoes() {
        CallClock clock = clock(true, true);
        now += LONG;
        clock.polledInVain();
        assertThat(clock.drainStopped()).isEmpty();
        clock.polled(Call.EMPTY_POLL);
        assertThat(clock.drainStopped()).hasSize(1);
    }
}
