package io.twohop.transport.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.archive.status.RecordingPos;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.status.CountersReader;

/** A publication as one archive records it, up to the end of that archive. */
final class RecordedSession {
    private static final long GOES_ON = -1;

    private final BooleanSupplier countersGone;
    private final ExclusivePublication publication;
    private final CountersReader counters;
    private final int counterId;
    private final long recordingId;
    private volatile long lastRecorded;
    private volatile long stop = GOES_ON;

    /**
     * @param countersGone whether the counters may no longer be read
     * @param counterId of the position up to which it is recorded
     * @param recordingId whose counter that is, for as long as the archive records
     * @param start position where the recording begins, or goes on
     */
    RecordedSession(
            ExclusivePublication publication,
            CountersReader counters,
            BooleanSupplier countersGone,
            int counterId,
            long recordingId,
            long start) {
        this.publication = publication;
        this.counters = counters;
        this.countersGone = countersGone;
        this.counterId = counterId;
        this.recordingId = recordingId;
        this.lastRecorded = start;
    }

    ExclusivePublication publication() {
        return publication;
    }

    /** Whether the archive records it; while the counters may be read. */
    boolean isRecorded() {
        return RecordingPos.isActive(counters, counterId, recordingId);
    }

    /** Up to which position it is recorded; the acknowledging thread only. */
    long recorded() {
        if (stop != GOES_ON) {
            return stop;
        }
        if (!countersGone.getAsBoolean()) {
            long position = counters.getCounterValue(counterId);
            // Else the counter may be another's by now.
            if (isRecorded()) {
                lastRecorded = Math.max(lastRecorded, position);
            }
        }
        return lastRecorded;
    }

    /** Whether nothing more will be recorded of it. */
    boolean isOver() {
        return stop != GOES_ON;
    }

    /** @param position where the recording has ended, as the next archive found it */
    void end(long position) {
        stop = position;
    }

    /** The recording has ended where it was last seen. */
    void end() {
        stop = lastRecorded;
    }
}
