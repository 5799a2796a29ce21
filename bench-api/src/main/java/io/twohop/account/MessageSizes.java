package io.twohop.account;

/**
 * What the messages of the measured window were handed to the transport with, on the first hop: the encoded event and the trace
 * header. What a transport adds to that is its own.
 *
 * @param meanBytes the mean
 * @param leastBytes of the smallest one
 * @param mostBytes of the largest one
 */
public record MessageSizes(double meanBytes, long leastBytes, long mostBytes) {
    /** Of what was published; null where nothing was. */
    public static MessageSizes of(FlowSum published, int headerBytes) {
        return published.messages() == 0
                ? null
                : new MessageSizes(
                        headerBytes + (double) published.bytes() / published.messages(),
                        headerBytes + published.leastBytes(),
                        headerBytes + published.mostBytes());
    }
}
