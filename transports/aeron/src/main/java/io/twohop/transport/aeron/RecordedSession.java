package io.twohop.transport.aeron;

import io.aeron.ExclusivePublication;
import org.agrona.concurrent.status.CountersReader;

/** A publication as one archive records it, up to the end of that archive. */
final class RecordedSession {
    private static final long GOES_ON = -1;

    private final Client client;
    private final ExclusivePublication publication;
    private final CountersReader counters;
    private final int counterId;
    private long lastRecorded;
    private volatile long stop = GOES_ON;

    /**
     * @param counterId of the position up to which it is recorded
     * @param start position where the recording begins, or goes on
     */
    RecordedSession(Client client, ExclusivePublication publication, int counterId, long start) {
        this.client = client;
        this.publication = publication;
        this.counters = client.aeron().countersReader();
        this.counterId = counterId;
        this.lastRecorded = start;
    }

    ExclusivePublication publication() {
        return publication;
    }

    /** Up to which position it is recorded; the acknowledging thread only. */
    long recorded() {
        if (stop != GOES_ON) {
            return stop;
        }
        if (!client.isClosed()) {
            lastRecorded = Math.max(lastRecorded, counters.getCounterValue(counterId));
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
}
