package io.twohop.transport.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import io.aeron.archive.status.RecordingPos;
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

    private static final long RECORDING = 7;

    /** As the archive makes one. */
    private int counterOf(long recordingId) {
        UnsafeBuffer key = new UnsafeBuffer(new byte[Long.BYTES]);
        key.putLong(0, recordingId);
        return counters.allocate(
                RecordingPos.RECORDING_POSITION_TYPE_ID, key, 0, key.capacity(), new UnsafeBuffer(new byte[4]), 0, 4);
    }

    private RecordedSession session(int counterId, long start) {
        return new RecordedSession(null, counters, () -> gone, counterId, RECORDING, start);
    }

    @Test
    void shouldAcknowledgeWhatIsRecordedInOrder() {
        int recorded = counterOf(RECORDING);
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
        RecordedSession former = session(counterOf(RECORDING), 0);
        int recorded = counterOf(RECORDING);
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
        int recorded = counterOf(RECORDING);
        RecordedSession session = session(recorded, 0);
        counters.setCounterValue(recorded, 96);
        assertThat(session.recorded()).isEqualTo(96);

        gone = true;
        counters.setCounterValue(recorded, 0);
        assertThat(session.recorded()).isEqualTo(96);
        counters.setCounterValue(recorded, 1_000);
        assertThat(session.recorded()).isEqualTo(96);
    }

    /** An archive that cannot write frees a recording's counter, which is another's soon after. */
    @Test
    void shouldNotTakeTheCounterOfAnotherRecordingForItsOwn() {
        int recorded = counterOf(RECORDING);
        RecordedSession session = session(recorded, 0);
        counters.setCounterValue(recorded, 96);
        assertThat(session.recorded()).isEqualTo(96);
        assertThat(session.isRecorded()).isTrue();

        counters.free(recorded);
        assertThat(session.isRecorded()).isFalse();
        assertThat(counterOf(RECORDING + 1)).isEqualTo(recorded);
        counters.setCounterValue(recorded, 1_000);
        pending.add(session, 192, 1);

        assertThat(session.recorded()).isEqualTo(96);
        assertThat(session.isRecorded()).isFalse();
        assertThat(pending.settle()).as("nobody has said that it is over").isZero();
        session.end();
        assertThat(pending.settle()).isEqualTo(1);
        assertThat(outcomes).containsExactly("1 failed");
    }

    @Test
    void shouldBeFullWithAsManyAsItHolds() {
        RecordedSession session = session(counterOf(RECORDING), 0);
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
