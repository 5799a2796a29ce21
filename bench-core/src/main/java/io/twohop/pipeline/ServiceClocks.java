package io.twohop.pipeline;

import java.util.List;

/**
 * How the clocks of services in other processes relate to this one's.
 *
 * @param known whether their times can be read in this one's
 * @param aheadNanos by how much each process's clock is ahead of this one's, services in their order; empty where all are the same clock
 */
public record ServiceClocks(boolean known, List<Long> aheadNanos) {
    /** All are this process's clock. */
    public static final ServiceClocks SAME = new ServiceClocks(true, List.of());

    /** Nothing is known of them. */
    public static final ServiceClocks UNKNOWN = new ServiceClocks(false, List.of());

    public ServiceClocks {
        aheadNanos = List.copyOf(aheadNanos);
    }

    /** How far times of other processes may be from this one's. */
    long agreeNanos() {
        return aheadNanos.isEmpty() ? ArrivalTimes.Known.CLOCKS_AGREE_NANOS : ArrivalTimes.Known.CLOCKS_APART_NANOS;
    }

    /**
     * The same for those who stamp a hop's messages; null where nothing is known.
     *
     * @param senders how many there are
     * @param ofEach how many each process has, one after another
     */
    long[] ofSenders(int senders, int ofEach) {
        if (!known) {
            return null;
        }
        long[] ahead = new long[senders];
        for (int sender = 0; sender < senders && !aheadNanos.isEmpty(); sender++) {
            ahead[sender] = aheadNanos.get(sender / ofEach);
        }
        return ahead;
    }
}
