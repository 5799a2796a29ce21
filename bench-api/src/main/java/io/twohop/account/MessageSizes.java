package io.twohop.account;

/**
 * Sizes of the messages of the measured window on the first hop, as the transport accepted them: the encoded event and the trace
 * header, without what the transport adds.
 *
 * @param leastBytes of the smallest one
 * @param mostBytes of the largest one
 */
public record MessageSizes(double meanBytes, long leastBytes, long mostBytes) {
    /** Returns the sizes of the published messages; {@code null} if there were none. */
    public static MessageSizes of(FlowSum published, int headerBytes) {
        return published.messages() == 0
                ? null
                : new MessageSizes(
                        headerBytes + (double) published.bytes() / published.messages(),
                        headerBytes + published.leastBytes(),
                        headerBytes + published.mostBytes());
    }
}
