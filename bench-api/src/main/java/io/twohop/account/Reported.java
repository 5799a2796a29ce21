package io.twohop.account;

/**
 * Messages that their sender or the service reported not to arrive. Each is in one of the parts.
 *
 * @param failed those that the transport refused or reported as failed, to their sender or to the service; an upper bound,
 *     since a message that was reported as failed may still have arrived
 * @param dropped those that the service did not answer
 */
public record Reported(long failed, long dropped) {
    public static final Reported NONE = new Reported(0, 0);

    public Reported plus(Reported other) {
        return new Reported(failed + other.failed, dropped + other.dropped);
    }

    public long messages() {
        return failed + dropped;
    }

    /** Returns at most a number of these messages, the failed ones first. */
    public Reported atMost(long most) {
        long first = Math.min(failed, most);
        return new Reported(first, Math.min(dropped, most - first));
    }
}
