package io.twohop.codec;

import java.nio.ByteBuffer;

/**
 * Serializes events of one type. An instance belongs to one thread and may reuse what it returns.
 *
 * @param <T> the type of event
 */
public interface Codec<T> {
    /**
     * Writes the event at the buffer's position and moves the position behind it. The buffer is direct and in native
     * byte order.
     *
     * @throws java.nio.BufferOverflowException when the event does not fit
     */
    void encode(T event, ByteBuffer out);

    /**
     * Reads an event from the bytes between position and limit.
     *
     * @return an event that stays valid until the next call; it may be the same object each time
     */
    T decode(ByteBuffer in);
}
