package io.twohop.transport;

/** The consuming end of a channel. Used by one thread, closed by the harness's ending thread. */
public interface Subscription extends AutoCloseable {
    /**
     * Hands over what has arrived, a bounded batch at most.
     *
     * @param maxWaitNanos how long to wait for a first message; 0 returns at once. A transport whose
     *     {@link Transport#pollBlocks()} is false may return at once whatever the wait
     * @return the number of messages handled
     */
    int poll(MessageHandler handler, long maxWaitNanos);

    @Override
    default void close() {}
}
