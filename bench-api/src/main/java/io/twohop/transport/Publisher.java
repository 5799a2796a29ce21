package io.twohop.transport;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;

/** The publishing end of a channel. One thread uses it; the harness's ending thread closes it. */
public interface Publisher extends AutoCloseable {
    /**
     * Publishes the bytes between the buffer's position and limit. The transport has consumed them when this returns,
     * and leaves position and limit unchanged. The buffer is direct and in native byte order.
     *
     * @param correlation returned to {@link Acknowledgements} with the message's outcome
     * @return false on back pressure: nothing was taken, and the caller offers the same message again
     * @throws RuntimeException if the message cannot be published; the harness counts the failure and continues
     */
    boolean publish(ByteBuffer message, long correlation);

    /**
     * Chooses the key of the next message, of those of {@link RunContext.Traffic#envelope()}: called by its thread before {@link #lane}
     * is asked and before each publish, with the same key while the same message is offered again. Never called where a run has no
     * keys.
     *
     * @param key its number, from 0
     */
    default void key(int key) {}

    /**
     * Chooses the topic of the next message, instead of the next in turn. The publishing thread calls it before {@link
     * #key}, {@link #lane} and each publish, with the same topic while the same message is offered again. Not called if
     * topics take turns.
     *
     * @param topic number from 0
     */
    default void topic(int topic) {}

    /**
     * Sets what goes with each message beside its payload; before the first publish, on {@linkplain Channel#existing() existing}
     * channels only. The bytes of the marks are read during each publish.
     *
     * @param marks of the parts that {@link TransportProvider#marks} names
     */
    default void marks(List<Mark> marks) {
        if (!marks.isEmpty()) {
            throw new UnsupportedOperationException("cannot send " + marks);
        }
    }

    /**
     * Chooses the key of the next message by its bytes, which are read during the publish and by {@link #lane}; on {@linkplain
     * Channel#existing() existing} channels only, of transports whose {@link TransportProvider#marks} name the key.
     */
    default void key(byte[] bytes) {
        throw new UnsupportedOperationException("messages have no keys");
    }

    /**
     * Asks for the times at which servers append the messages; before the first publish, on {@linkplain Channel#existing() existing}
     * channels of transports with an {@linkplain Transport#appendClock append clock} only.
     */
    default void appendTimes(AppendTimes times) {
        throw new UnsupportedOperationException("messages have no append times");
    }

    /**
     * Number of lanes: topics, partitions or subjects, each with its own order. Per-lane numbers tell what is missing
     * when a backlog is cut off.
     */
    default int lanes() {
        return 1;
    }

    /**
     * Lane of the next message, from 0. The publishing thread asks before each publish; the answer holds until a
     * message is taken.
     */
    default int lane() {
        return 0;
    }

    /**
     * Waits until every message published so far is acknowledged; true at once if publishing is synchronous.
     *
     * @return false if the limit passed first
     */
    default boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        return true;
    }

    @Override
    default void close() {}
}
