package io.twohop.pipeline;

import io.twohop.account.LayoutCapacity;
import io.twohop.finding.Finding;
import java.util.Optional;

/**
 * The outcome of a trial of the layouts.
 *
 * @param capacity the rates that one thread and two carried; empty unless a trial measured them
 * @param failure the cause of a failed trial; with a capacity, of two threads alone
 * @param blocks whether the trial failed because a call blocked its thread
 * @param warning why the rate is out of reach; empty if it is not known to be
 */
public record LayoutTried(
        Optional<LayoutCapacity> capacity, Optional<String> failure, boolean blocks, Optional<Finding> warning) {
    /** The outcome without a trial, which would not change the layout. */
    public static final LayoutTried NOT_TRIED =
            new LayoutTried(Optional.empty(), Optional.empty(), false, Optional.empty());

    /** Returns the outcome of a trial that measured capacities. */
    public static LayoutTried carried(LayoutCapacity capacity) {
        return new LayoutTried(Optional.of(capacity), Optional.empty(), false, Optional.empty());
    }

    /** Returns the outcome of a trial that could not measure two threads. */
    public static LayoutTried carriedByOne(LayoutCapacity capacity, String cause) {
        return new LayoutTried(Optional.of(capacity), Optional.of(cause), false, Optional.empty());
    }

    /** Returns the outcome of a trial that measured nothing. */
    public static LayoutTried failed(String cause) {
        return new LayoutTried(Optional.empty(), Optional.of(cause), false, Optional.empty());
    }

    /** Returns the outcome of a trial whose thread never came back. */
    public static LayoutTried blocked(String cause) {
        return new LayoutTried(Optional.empty(), Optional.of(cause), true, Optional.empty());
    }

    /** Returns the same with the reason why the rate is out of reach. */
    public LayoutTried with(Optional<Finding> reason) {
        return new LayoutTried(capacity, failure, blocks, reason);
    }
}
