package io.twohop.pipeline;

import io.twohop.codec.Codec;
import io.twohop.event.EventType;
import io.twohop.event.Microservice;
import io.twohop.pipeline.header.TraceHeader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;

/**
 * What travels: the event, how it is serialized, and who answers it.
 *
 * @param mark identifies this run's messages
 * @param codecs makes a codec for one thread, for the events sent
 * @param services makes a service for one thread
 * @param <T> the class of event, on both hops
 */
public record Messages<T>(
        int mark, EventType<T> type, Supplier<Codec<T>> codecs, Supplier<Microservice<T, T>> services) {
    /** The same kind of messages with another mark, answered as they are. */
    public Messages<T> forTrial() {
        return new Messages<>(~mark, type, codecs, () -> (event, out) -> out.accept(event));
    }

    /** A direct buffer, in native byte order, that any message fits into. */
    ByteBuffer newBuffer() {
        return ByteBuffer.allocateDirect(maxMessageBytes()).order(ByteOrder.nativeOrder());
    }

    /** An upper bound of a message's size, trace header included. */
    public int maxMessageBytes() {
        return TraceHeader.BYTES + type.maxBytes();
    }

    /** What a message is expected to take, trace header included. */
    public int typicalMessageBytes() {
        return TraceHeader.BYTES + type.typicalBytes();
    }
}
