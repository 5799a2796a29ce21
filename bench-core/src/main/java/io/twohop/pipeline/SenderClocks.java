package io.twohop.pipeline;

import io.twohop.pipeline.header.Trace;

/** The clocks of those who send on a hop, against this process's clock. Its methods do not branch, for the hot path. */
final class SenderClocks {
    private static final long ALL = -1;

    private final long[] aheadNanos;
    private final long known;
    private final long knownEntry;

    /** @param known whether the senders' times can be read by this process's clock */
    private SenderClocks(boolean known, long[] aheadNanos, boolean areServices) {
        this.aheadNanos = aheadNanos;
        this.known = known ? ALL : 0;
        this.knownEntry = areServices ? this.known : 0;
    }

    /**
     * Returns the clocks of a hop's senders.
     *
     * @param ofEach how many senders each process has, one after another
     */
    static SenderClocks of(ServiceClocks processes, int senders, int ofEach, boolean areServices) {
        long[] ahead = new long[senders];
        for (int sender = 0; sender < senders && !processes.aheadNanos().isEmpty(); sender++) {
            ahead[sender] = processes.aheadNanos().get(sender / ofEach);
        }
        return new SenderClocks(processes.known(), ahead, areServices);
    }

    /** Returns when the sender had a message, by this process's clock; its intended time if that is unknown. */
    long stageNanos(Trace trace) {
        long intendedNanos = trace.intendedNanos();
        return intendedNanos + (trace.stageNanos() - aheadNanos[trace.sender()] - intendedNanos & known);
    }

    /** Returns when a message entered the service; 0 without a service, or if its clock is unknown. */
    long entryNanos(Trace trace) {
        return stageNanos(trace) & knownEntry;
    }
}
