package io.twohop.measure;

/**
 * How far a run has come. The lanes are in the order of {@link io.twohop.measure.Accounting#lanes()}; of a run with a service
 * elsewhere, there are none.
 *
 * @param received messages that reached the sinks, each counted once
 * @param taken messages that the transport took on each lane
 * @param reached how many it took on each lane up to the newest that arrived
 */
public record Progress(long received, long[] taken, long[] reached) {
    /** How many lanes there are. */
    public int lanes() {
        return taken.length;
    }

    /** Messages behind the newest arrival of a lane. */
    public long waiting(int lane) {
        return Math.max(0, taken[lane] - reached[lane]);
    }
}
