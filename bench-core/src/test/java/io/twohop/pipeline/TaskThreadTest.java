package io.twohop.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.measure.CallClock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.junit.jupiter.api.Test;

class TaskThreadTest {
    private static final long LIMIT_MILLIS = 10_000;

    private final Fake sender = new Fake(true);
    private final Fake receiver = new Fake(false);

    /** Runs the tasks on the caller's thread for some turns. */
    private TaskThread run(int turns, BooleanSupplier nothingInFlight) {
        AtomicInteger left = new AtomicInteger(turns);
        TaskThread[] thread = new TaskThread[1];
        IdleStrategy idle = new IdleStrategy() {
            @Override
            public void idle(int work) {
                if (left.decrementAndGet() == 0) {
                    thread[0].stop();
                }
            }

            @Override
            public void idle() {
                idle(0);
            }

            @Override
            public void reset() {}
        };
        thread[0] = new TaskThread(List.of(sender, receiver), nothingInFlight, idle, TaskThread.ANY_CPU);
        thread[0].run();
        return thread[0];
    }

    @Test
    void shouldSettleOnceIdleAndNotWhileThereIsWork() {
        receiver.busyTurns = 5;

        run(9, () -> false);

        assertThat(receiver.settledAfterTurns).containsExactly(6, 9);
    }

    @Test
    void shouldSettleWhatIsLeftWhenATaskFails() {
        receiver.busyTurns = 5;
        receiver.failsAtTurn = 4;

        TaskThread thread = run(9, () -> false);

        assertThat(thread.failure())
                .hasValueSatisfying(failure -> assertThat(failure).contains("broken"));
        assertThat(sender.settledAfterTurns).containsExactly(4);
        assertThat(receiver.settledAfterTurns).containsExactly(4);
    }

    @Test
    void shouldLookAtTheTransportInEachTurnWhileMessagesAreInFlight() {
        run(1_000, () -> false);

        assertThat(receiver.turns).isEqualTo(1_000);
    }

    @Test
    void shouldLookAtTheTransportNowAndThenWithoutMessagesInFlight() {
        run(1_000, () -> true);

        assertThat(sender.turns).isEqualTo(1_000);
        assertThat(receiver.turns).isEqualTo(1_000 / 32);
    }

    @Test
    void shouldLookAtTheTransportAfterSending() {
        sender.busyTurns = 1_000;

        run(1_000, () -> true);

        assertThat(receiver.turns).isEqualTo(1_000);
    }

    @Test
    void shouldStop() throws InterruptedException {
        TaskThread thread =
                new TaskThread(List.of(receiver), () -> false, NoOpIdleStrategy.INSTANCE, TaskThread.ANY_CPU);
        thread.start();
        thread.stop();

        assertThat(thread.join(LIMIT_MILLIS)).isTrue();
    }

    private static final class Fake implements Task {
        private final boolean sends;
        private final List<Integer> settledAfterTurns = new ArrayList<>();
        private int turns;
        private int busyTurns;
        private int failsAtTurn;

        Fake(boolean sends) {
            this.sends = sends;
        }

        @Override
        public int doWork() {
            if (++turns == failsAtTurn) {
                throw new IllegalStateException("broken");
            }
            return turns <= busyTurns ? 1 : 0;
        }

        @Override
        public void settle() {
            settledAfterTurns.add(turns);
        }

        @Override
        public String roleName() {
            return "fake";
        }

        @Override
        public void readsFrom(CallClock clock) {}

        @Override
        public boolean sends() {
            return sends;
        }
    }
}
