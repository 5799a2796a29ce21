package io.twohop.transport.aeron;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.TransportException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A publisher's messages that are not yet recorded, in order. The publishing thread adds them, the acknowledging thread
 * removes them.
 */
final class PendingMessages {
    private static final TransportException NOT_RECORDED =
            new TransportException("the archive ended before it had recorded the message");

    private final int mask;
    private final long[] positions;
    private final long[] correlations;
    private final RecordedSession[] sessions;
    private final Acknowledgements acknowledgements;
    private final AtomicLong added = new AtomicLong();
    private final AtomicLong settled = new AtomicLong();

    /** @param most messages, a power of two */
    PendingMessages(int most, Acknowledgements acknowledgements) {
        mask = most - 1;
        positions = new long[most];
        correlations = new long[most];
        sessions = new RecordedSession[most];
        this.acknowledgements = acknowledgements;
    }

    boolean isFull() {
        return added.getPlain() - settled.getAcquire() > mask;
    }

    boolean isEmpty() {
        return settled.getAcquire() == added.getAcquire();
    }

    /** @param position in the stream, behind the message */
    void add(RecordedSession session, long position, long correlation) {
        long at = added.getPlain();
        int slot = (int) at & mask;
        positions[slot] = position;
        correlations[slot] = correlation;
        sessions[slot] = session;
        added.setRelease(at + 1);
    }

    /**
     * Acknowledges recorded messages, and fails those that never will be.
     *
     * @return number of messages settled
     */
    int settle() {
        long first = settled.getPlain();
        long end = added.getAcquire();
        long at = first;
        while (at < end) {
            int slot = (int) at & mask;
            RecordedSession session = sessions[slot];
            boolean isRecorded = positions[slot] <= session.recorded();
            if (!isRecorded && !session.isOver()) {
                break;
            }
            if (isRecorded) {
                acknowledgements.acknowledged(correlations[slot]);
            } else {
                acknowledgements.failed(correlations[slot], NOT_RECORDED);
            }
            settled.setRelease(++at);
        }
        return (int) (at - first);
    }
}
