package io.twohop.account;

/**
 * What passed a point of the path in a phase.
 *
 * @param messages how many
 * @param bytes of their payload
 * @param leastBytes of the smallest one, 0 if none passed
 * @param mostBytes of the largest one, 0 if none passed
 * @param firstNanos when the first came, 0 if none did
 * @param lastNanos when the last had passed, 0 if none did
 */
public record FlowSum(long messages, long bytes, long leastBytes, long mostBytes, long firstNanos, long lastNanos) {
    /** The sum where nothing passed. */
    public static final FlowSum NONE = new FlowSum(0, 0, 0, 0, 0, 0);

    /** Returns the sum of both. */
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
