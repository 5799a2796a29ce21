package io.twohop.account;

/**
 * The progress of a run. The lanes are in the order of {@link io.twohop.account.Accounting#lanes()}; there are none with a service
 * in another process.
 *
 * @param received messages that reached the sinks, each counted once
 * @param taken messages that the transport accepted on each lane
 * @param reached messages that it had accepted on each lane up to the newest arrival
 * @param inVain polls without a message by the consumers of the lane's hop, the fewest of any consumer
 * @param sinksInVain polls without a message by the sinks, the fewest of any sink
 */
public record Progress(long received, long[] taken, long[] reached, long[] inVain, long sinksInVain) {
    /** A consumer that looked twice since has looked once from begin to end. */
    private static final int LOOKED = 2;

    public int lanes() {
        return taken.length;
    }

    /**
     * Returns whether a lane's messages may still be in its queue: some arrived since, or were taken since, perhaps behind the last
     * look of a consumer; or a consumer of its hop got no chance to look.
     *
     * @param before the progress a while ago
     */
    public boolean mayFlow(int lane, Progress before) {
        return reached[lane] > before.reached[lane]
                || taken[lane] > before.taken[lane]
                || inVain[lane] - before.inVain[lane] < LOOKED;
    }

    /** Returns whether any messages may still be in a queue before the sinks. */
    public boolean mayFlow(Progress before) {
        return received > before.received || !sinksLookedSince(before);
    }

    /** Returns whether each sink has looked once from begin to end since, and found nothing. */
    public boolean sinksLookedSince(Progress before) {
        return sinksInVain - before.sinksInVain >= LOOKED;
    }

    /** Returns the number of messages behind the newest arrival of a lane. */
    public long waiting(int lane) {
        return Math.max(0, taken[lane] - reached[lane]);
    }
}
