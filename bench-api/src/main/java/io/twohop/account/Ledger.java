package io.twohop.account;

/**
 * The end of each message that was due in the measured window. Each is counted in exactly one of the other parts.
 *
 * @param due messages that the schedule has in the window, whether they could be sent or not
 * @param arrived those that arrived within the window
 * @param arrivedLater those that arrived after it
 * @param failed those that did not arrive and were reported to their sender as failed; an upper bound, since a message that
 *     was reported as failed may still have arrived
 * @param dropped those that did not arrive because the service did not answer them
 * @param lost those that will never arrive, without a report
 * @param undelivered those that had not arrived when the drain limit ended the run, or that the transport never accepted; an
 *     upper bound, since some of them may be lost
 * @param filtered those that a deployed service left without a reply, as its workload declares
 */
public record Ledger(
        long due,
        long arrived,
        long arrivedLater,
        long failed,
        long dropped,
        long lost,
        long undelivered,
        long filtered) {
    public static final Ledger NONE = new Ledger(0, 0, 0, 0, 0, 0, 0, 0);

    /**
     * Decides the end of each message that did not arrive. Reports come first, because they are certain. Of the rest, as many as
     * can still be in flight are undelivered, and the others lost.
     *
     * @param undelivered the most that can still be in flight
     * @param reported the most that are known to have failed or to have been dropped
     */
    public static Ledger of(long due, long arrived, long arrivedLater, long undelivered, Reported reported) {
        long missing = due - arrived - arrivedLater;
        Reported known = reported.atMost(missing);
        long rest = missing - known.messages();
        long queued = Math.min(rest, undelivered);
        return new Ledger(due, arrived, arrivedLater, known.failed(), known.dropped(), rest - queued, queued, 0);
    }

    /** Returns this ledger with more reports about messages that it has as lost or undelivered. */
    public Ledger plusReported(Reported more) {
        return of(due, arrived, arrivedLater, undelivered, reported().plus(more.atMost(lost + undelivered)));
    }

    /** Returns this ledger with lost messages as filtered ones. */
    Ledger filteringLost() {
        return new Ledger(due, arrived, arrivedLater, failed, dropped, 0, undelivered, filtered + lost);
    }

    /** Returns the messages that were to arrive. */
    public long expected() {
        return due - filtered;
    }

    /** Returns the messages that were reported not to arrive. */
    public Reported reported() {
        return new Reported(failed, dropped);
    }

    /** Returns the number of messages that were to arrive and never did. */
    public long missing() {
        return failed + dropped + lost + undelivered;
    }

    public Ledger plus(Ledger other) {
        return new Ledger(
                due + other.due,
                arrived + other.arrived,
                arrivedLater + other.arrivedLater,
                failed + other.failed,
                dropped + other.dropped,
                lost + other.lost,
                undelivered + other.undelivered,
                filtered + other.filtered);
    }
}
