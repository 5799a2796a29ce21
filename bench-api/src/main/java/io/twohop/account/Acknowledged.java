package io.twohop.account;

/**
 * Acknowledgements beside the messages that they are for, on both hops, warm-up included. Each message that a transport took
 * has one outcome to come: an acknowledgement, or the report that it failed.
 *
 * @param due messages that transports took which promise to acknowledge them
 * @param acknowledgements that arrived, for any message
 * @param failures that were reported instead of an acknowledgement
 * @param outstanding messages that the transport still waited for when the run ended
 * @param missing messages without an outcome, though the transport waits for none
 * @param surplus outcomes beyond one for each message
 * @param early outcomes that came before the transport had taken their message
 * @param unknown acknowledgements of a time at which no message was due: later than the acknowledgement, or before the run
 * @param mismatched publishers with as many outcomes as messages, but not those of its messages
 */
public record Acknowledged(
        long due,
        long acknowledgements,
        long failures,
        long outstanding,
        long missing,
        long surplus,
        long early,
        long unknown,
        long mismatched) {
    /** Account of a transport that acknowledges nothing. */
    public static final Acknowledged NONE = new Acknowledged(0, 0, 0, 0, 0, 0, 0, 0, 0);

    public Acknowledged plus(Acknowledged other) {
        return new Acknowledged(
                due + other.due,
                acknowledgements + other.acknowledgements,
                failures + other.failures,
                outstanding + other.outstanding,
                missing + other.missing,
                surplus + other.surplus,
                early + other.early,
                unknown + other.unknown,
                mismatched + other.mismatched);
    }
}
