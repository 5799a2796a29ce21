package io.twohop.transport.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.archive.status.RecordingPos;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.status.CountersReader;

/** A publication as one archive records it, until that archive ends. */
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
     * @param recordingId the recording of that counter while the archive records
     * @param start position at which the recording begins or continues
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

    /** Whether the archive is recording; only while the counters may be read. */
    boolean isRecorded() {
        return RecordingPos.isActive(counters, counterId, recordingId);
    }

    /** Returns the position up to which the publication is recorded; the acknowledging thread only. */
    long recorded() {
        if (stop != GOES_ON) {
            return stop;
        }
        if (!countersGone.getAsBoolean()) {
            long position = counters.getCounterValue(counterId);
            // Another recording may own the counter by now.
            if (isRecorded()) {
                lastRecorded = Math.max(lastRecorded, position);
            }
        }
        return lastRecorded;
    }

    boolean isOver() {
        return stop != GOES_ON;
    }

    /** @param position the end of the recording, as the next archive found it */
    void end(long position) {
        stop = position;
    }

    /** Ends the recording at the position last seen. */
    void end() {
        stop = lastRecorded;
    }
}
