package io.twohop.explain;

import java.util.List;

/** Times in which the machine kept threads of the harness from running. */
public final class Stalls {
    private final List<Trouble> troubles;
    private final long startNanos;

    /** @param startNanos start of the window, in the clock of the troubles */
    Stalls(List<Trouble> troubles, long startNanos) {
        this.troubles = troubles;
        this.startNanos = startNanos;
    }

    /**
     * Returns the stalled time of all threads together between two instants, in nanoseconds from the start of measuring. A trouble that
     * lies partly between them counts in proportion.
     */
    public double nanos(long fromNanos, long toNanos) {
        double sum = 0;
        for (Trouble trouble : troubles) {
            long from = Math.max(startNanos + fromNanos, trouble.fromNanos());
            long to = Math.min(startNanos + toNanos, trouble.toNanos());
            sum += trouble.share() * Math.max(0, to - from);
        }
        return sum;
    }
}
