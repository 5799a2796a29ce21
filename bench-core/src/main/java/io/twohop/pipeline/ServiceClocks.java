package io.twohop.pipeline;

import java.util.List;

/**
 * The clocks of services in other processes, relative to this process's clock.
 *
 * @param known whether their times can be read in this one's
 * @param aheadNanos by how much each process's clock is ahead of this one's, services in their order; empty where all are the same clock
 */
public record ServiceClocks(boolean known, List<Long> aheadNanos) {
    /** Services that read this process's clock. */
    public static final ServiceClocks SAME = new ServiceClocks(true, List.of());

    public static final ServiceClocks UNKNOWN = new ServiceClocks(false, List.of());

    public ServiceClocks {
        aheadNanos = List.copyOf(aheadNanos);
    }

    /** Returns the largest plausible difference between times of other processes and of this one, in nanoseconds. */
    long agreeNanos() {
        return aheadNanos.isEmpty() ? ArrivalTimes.Known.CLOCKS_AGREE_NANOS : ArrivalTimes.Known.CLOCKS_APART_NANOS;
    }
}
