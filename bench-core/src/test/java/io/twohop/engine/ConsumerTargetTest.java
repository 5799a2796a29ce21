package io.twohop.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.measure.Window;
import io.twohop.workload.Fault;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConsumerTargetTest {
    private static final Window WINDOW = new Window(0, 1_000, 5_000);

    private long nowNanos = 2_000;
    private long waiting;
    private final ConsumerTarget target = new ConsumerTarget(() -> nowNanos);

    ConsumerTargetTest() {
        target.watch(WINDOW, () -> waiting);
    }

    private static Fault until(long messages) {
        return new Fault(
                Duration.ofSeconds(1), Fault.CONSUMER, Fault.Action.STOP, null, messages, null, null, null, null);
    }

    @Test
    void shouldLastUntilSoManyMessagesWait() throws Exception {
        waiting = 99;
        assertThat(target.isOver(until(100))).isFalse();
        waiting = 100;
        assertThat(target.isOver(until(100))).isTrue();
    }

    @Test
    void shouldHaveLastedLongEnoughAfterAFixedDuration() throws Exception {
        Fault timed = new Fault(Duration.ofSeconds(1), Fault.CONSUMER, Fault.Action.STOP, Duration.ofSeconds(1));
        assertThat(target.isOver(timed)).isTrue();
    }

    /** Redeliveries are taken more often than they are sent, and what was lost is never taken. */
    @Test
    void shouldCountFromWhatWaitedBefore() throws Exception {
        waiting = -40;
        target.begin(until(100));
        waiting = 59;
        assertThat(target.isOver(until(100))).isFalse();
        waiting = 60;
        assertThat(target.isOver(until(100))).isTrue();
    }

    @Test
    void shouldRefuseToStopConsumersTwice() throws Exception {
        target.begin(until(100));
        assertThatThrownBy(() -> target.begin(until(100)))
                .isInstanceOf(IOException.class)
                .hasMessage("stop consumer at 1s until 100 messages found consumers stopped already: the backlog before"
                        + " took too long to build");
        target.end(until(100));
        target.begin(until(100));
        assertThat(target.gate().isClosed()).isTrue();
    }

    @Test
    void shouldFailIfMeasuringEndsFirst() throws Exception {
        target.begin(until(100));
        assertThat(target.gate().isClosed()).isTrue();
        waiting = 42;
        nowNanos = 5_000;
        assertThatThrownBy(() -> target.isOver(until(100)))
                .isInstanceOf(IOException.class)
                .hasMessage("stop consumer at 1s until 100 messages had only 42 messages in the backlog when measuring"
                        + " ended; did the transport hold producers back?");
        assertThat(target.gate().isClosed()).as("what piled up can still drain").isFalse();
    }
}
