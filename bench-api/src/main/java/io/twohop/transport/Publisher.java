package io.twohop.transport;

import java.nio.ByteBuffer;
import java.time.Duration;

/** The publishing end of a channel. Used by one thread, closed by the harness's ending thread. */
public interface Publisher extends AutoCloseable {
    /**
     * Publishes the bytes between the buffer's position and its limit. They are consumed before this returns; the
     * buffer's position and limit are left as they were. The buffer is direct and in native byte order.
     *
     * @param correlation handed back to {@link Acknowledgements} with this message's outcome
     * @return false on back pressure: nothing was taken, and the same message is to be offered again
     * @throws RuntimeException when this message cannot be published; the harness counts it and goes on with the next
     */
    boolean publish(ByteBuffer message, long correlation);

    /**
     * Chooses the key of the next message, of those of {@link RunContext#envelope()}: called by its thread before {@link #lane}
     * is asked and before each publish, with the same key while the same message is offered again. Never called where a run has no
     * keys.
     *
     * @param key its number, from 0
     */
    default void key(int key) {}

    /**
     * Chooses the topic of the next message, in place of the next in turn: called by its thread before {@link #key}, {@link #lane} and
     * each publish, with the same topic while the same message is offered again. Never called where topics take turns.
     *
     * @param topic its number, from 0
     */
    default void topic(int topic) {}

    /**
     * Over how many lanes its messages are spread: topics, partitions or subjects, each with an order of its own. Where a
     * backlog is cut off, what is missing from each follows from the lane's own numbers.
     */
    default int lanes() {
        return 1;
    }

    /** The lane that the next message goes to, from 0: asked by its thread before each publish, and true until one is taken. */
    default int lane() {
        return 0;
    }

    /**
     * Waits until every message published so far is acknowledged; trivially true where publishing is synchronous.
     *
     * @return false when the limit passed first
     */
    default boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        return true;
    }

    @Override
    default void close() {}
}
