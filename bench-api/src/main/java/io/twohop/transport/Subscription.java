package io.twohop.transport;

/** The consuming end of a channel. One thread uses it; the harness's ending thread closes it. */
public interface Subscription extends AutoCloseable {
    /**
     * Delivers what has arrived, in one bounded batch.
     *
     * @param maxWaitNanos how long to wait for a first message; 0 returns at once. A transport whose {@link
     *     Transport#pollBlocks()} is false may return at once in any case
     * @return number of messages handled
     */
    int poll(MessageHandler handler, long maxWaitNanos);

    @Override
    default void close() {}
}
