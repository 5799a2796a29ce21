package io.twohop.account;

/**
 * Messages that passed one point of the path in one phase.
 *
 * @param bytes of their payload
 * @param leastBytes of the smallest one, 0 if none passed
 * @param mostBytes of the largest one, 0 if none passed
 * @param firstNanos arrival of the first message, 0 if none passed
 * @param lastNanos departure of the last message, 0 if none passed
 */
public record FlowSum(long messages, long bytes, long leastBytes, long mostBytes, long firstNanos, long lastNanos) {
    /** The sum where nothing passed. */
    public static final FlowSum NONE = new FlowSum(0, 0, 0, 0, 0, 0);

    public FlowSum plus(FlowSum other) {
        if (messages == 0 || other.messages == 0) {
            return messages == 0 ? other : this;
        }
        return new FlowSum(
                messages + other.messages,
                bytes + other.bytes,
                Math.min(leastBytes, other.leastBytes),
                Math.max(mostBytes, other.mostBytes),
                firstNanos - other.firstNanos < 0 ? firstNanos : other.firstNanos,
                lastNanos - other.lastNanos > 0 ? lastNanos : other.lastNanos);
    }
}
