package io.twohop.measure;

/**
 * What became of the messages that were due in the measured window. Each is in exactly one of the other parts.
 *
 * @param due messages that the schedule has in the window, whether they could be sent or not
 * @param arrived those that arrived within the window
 * @param arrivedLater those that arrived after it
 * @param failed those that did not arrive, as their sender knows; at most, since one that was reported as failed may
 *     have arrived all the same
 * @param lost those that did not arrive, and never will
 * @param undelivered those that had not arrived when the drain limit cut off what was still flowing, or were never taken
 *     from their sender: at most, since some of them may be lost
 */
public record Ledger(long due, long arrived, long arrivedLater, long failed, long lost, long undelivered) {
    /** Nothing was due. */
    public static final Ledger NONE = new Ledger(0, 0, 0, 0, 0, 0);

    /**
     * Lays what did not arrive at the doors given, in this order, and the rest to loss.
     *
     * @param undelivered the most that can still be on its way
     * @param failed the most that failed
     */
    public static Ledger of(long due, long arrived, long arrivedLater, long undelivered, long failed) {
        long missing = due - arrived - arrivedLater;
        long queued = Math.min(missing, undelivered);
        long reported = Math.min(missing - queued, failed);
        return new Ledger(due, arrived, arrivedLater, reported, missing - queued - reported, queued);
    }

    /** What did not arrive at all. */
    public long missing() {
        return failed + lost + undelivered;
    }

    /** Both together. */
    public Ledger plus(Ledger other) {
        return new Ledger(
                due + other.due,
                arrived + other.arrived,
                arrivedLater + other.arrivedLater,
                failed + other.failed,
                lost + other.lost,
                undelivered + other.undelivered);
    }
}
