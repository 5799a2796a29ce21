package io.twohop.account;

/**
 * How far a run has come. The lanes are in the order of {@link io.twohop.account.Accounting#lanes()}; of a run with a service
 * elsewhere, there are none.
 *
 * @param received messages that reached the sinks, each counted once
 * @param taken messages that the transport took on each lane
 * @param reached how many it took on each lane up to the newest that arrived
 * @param inVain how often each consumer of the lane's hop had looked for messages and found none, the least of them
 * @param sinksInVain the same of the sinks
 */
public record Progress(long received, long[] taken, long[] reached, long[] inVain, long sinksInVain) {
    /** A consumer that looked twice since has looked once from begin to end. */
    private static final int LOOKED = 2;

    /** How many lanes there are. */
    public int lanes() {
        return taken.length;
    }

    /**
     * Whether a lane's messages may still be in its queue: some arrived since, or were taken since, perhaps behind the last
     * look of a consumer; or a consumer of its hop got no chance to look.
     *
     * @param before how far the messages had come a while ago
     */
    public boolean mayFlow(int lane, Progress before) {
        return reached[lane] > before.reached[lane]
                || taken[lane] > before.taken[lane]
                || inVain[lane] - before.inVain[lane] < LOOKED;
    }

    /** The same of all messages, at the sinks. */
    public boolean mayFlow(Progress before) {
        return received > before.received || sinksInVain - before.sinksInVain < LOOKED;
    }

    /** Messages behind the newest arrival of a lane. */
    public long waiting(int lane) {
        return Math.max(0, taken[lane] - reached[lane]);
    }
}
