package io.twohop.transport.aeron;

import io.aeron.ExclusivePublication;
import java.util.function.BooleanSupplier;
import org.agrona.concurrent.status.CountersReader;

/** A publication as one archive records it, up to the end of that archive. */
final class RecordedSession {
    private static final long GOES_ON = -1;

    private final BooleanSupplier countersGone;
    private final ExclusivePublication publication;
    private final CountersReader counters;
    private final int counterId;
    private long lastRecorded;
    private volatile long stop = GOES_ON;

    /**
     * @param countersGone whether the counters may no longer be read
     * @param counterId of the position up to which it is recorded
     * @param start position where the recording begins, or goes on
     */
    RecordedSession(
            ExclusivePublication publication,
            CountersReader counters,
            BooleanSupplier countersGone,
            int counterId,
            long start) {
        this.publication = publication;
        this.counters = counters;
        this.countersGone = countersGone;
        this.counterId = counterId;
        this.lastRecorded = start;
    }

    ExclusivePublication publication() {
        return publication;
    }

    /** The counter of what is recorded; the archive's for as long as it records. */
    int counterId() {
        return counterId;
    }

    /** Up to which position it is recorded; the acknowledging thread only. */
    long recorded() {
        if (stop != GOES_ON) {
            return stop;
        }
        if (!countersGone.getAsBoolean()) {
            lastRecorded = Math.max(lastRecorded, counters.getCounterValue(counterId));
        }
        return lastRecorded;
    }

    /** Whether nothing more will be recorded of it. */
    boolean isOver() {
        return stop != GOES_ON;
    }

    /** @param position where the recording has ended, as this archive or the next one says */
    void end(long position) {
        stop = position;
    }
}
