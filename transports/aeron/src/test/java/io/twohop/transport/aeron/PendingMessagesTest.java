package io.twohop.transport.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.transport.Acknowledgements;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersManager;
import org.junit.jupiter.api.Test;

class PendingMessagesTest {
    private final CountersManager counters =
            new CountersManager(new UnsafeBuffer(new byte[64 << 10]), new UnsafeBuffer(new byte[16 << 10]));
    private final List<String> outcomes = new ArrayList<>();
    private final PendingMessages pending = new PendingMessages(4, new Acknowledgements() {
        @Override
        public void acknowledged(long correlation) {
            outcomes.add(correlation + " acknowledged");
        }

        @Override
        public void failed(long correlation, Throwable cause) {
            outcomes.add(correlation + " failed");
        }
    });
    private boolean gone;

    private RecordedSession session(int counterId, long start) {
        return new RecordedSession(null, counters, () -> gone, counterId, start);
    }

    @Test
    void shouldAcknowledgeWhatIsRecordedInOrder() {
        int recorded = counters.allocate("recorded");
        RecordedSession session = session(recorded, 0);
        pending.add(session, 96, 1);
        pending.add(session, 192, 2);
        assertThat(pending.settle()).isZero();

        counters.setCounterValue(recorded, 100);
        assertThat(pending.settle()).isEqualTo(1);
        assertThat(outcomes).containsExactly("1 acknowledged");
        assertThat(pending.isEmpty()).isFalse();

        counters.setCounterValue(recorded, 192);
        assertThat(pending.settle()).isEqualTo(1);
        assertThat(outcomes).containsExactly("1 acknowledged", "2 acknowledged");
        assertThat(pending.isEmpty()).isTrue();
    }

    @Test
    void shouldFailWhatTheFormerArchiveHasNotRecordedAndNothingElse() {
        RecordedSession former = session(counters.allocate("former"), 0);
        int recorded = counters.allocate("recorded");
        RecordedSession next = session(recorded, 96);
        pending.add(former, 96, 1);
        pending.add(former, 192, 2);
        // The same place in the stream, which goes on where the recording ended.
        pending.add(next, 192, 3);
        former.end(96);

        assertThat(pending.settle()).isEqualTo(2);
        assertThat(outcomes).containsExactly("1 acknowledged", "2 failed");

        counters.setCounterValue(recorded, 192);
        pending.settle();
        assertThat(outcomes).endsWith("3 acknowledged");
    }

    /** They are unmapped with their client: to read them would end the JVM. */
    @Test
    void shouldKeepTheLastPositionOfCountersThatAreGone() {
        int recorded = counters.allocate("recorded");
        RecordedSession session = session(recorded, 0);
        counters.setCounterValue(recorded, 96);
        assertThat(session.recorded()).isEqualTo(96);

        gone = true;
        counters.setCounterValue(recorded, 0);
        assertThat(session.recorded()).isEqualTo(96);
        counters.setCounterValue(recorded, 1_000);
        assertThat(session.recorded()).isEqualTo(96);
    }

    @Test
    void shouldBeFullWithAsManyAsItHolds() {
        RecordedSession session = session(counters.allocate("recorded"), 0);
        for (int i = 1; i <= 4; i++) {
            assertThat(pending.isFull()).isFalse();
            pending.add(session, 32L * i, i);
        }
        assertThat(pending.isFull()).isTrue();

        session.end(32);
        assertThat(pending.settle()).isEqualTo(4);
        assertThat(pending.isFull()).isFalse();
    }
}
