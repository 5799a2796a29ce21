package io.twohop.pipeline;

import io.twohop.codec.Codec;
import io.twohop.event.EventType;
import io.twohop.event.Microservice;
import io.twohop.event.PassThrough;
import io.twohop.pipeline.header.TraceHeader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;

/**
 * The messages of a run: the event type, the codec and the service.
 *
 * @param mark identifies this run's messages
 * @param codecs makes a codec for one thread, for the events sent
 * @param <T> the class of event, on both hops
 */
public record Messages<T>(
        int mark, EventType<T> type, Supplier<Codec<T>> codecs, Supplier<Microservice<T, T>> services) {
    /** Returns these messages with another mark and a service that echoes them. */
    public Messages<T> forTrial() {
        return new Messages<>(~mark, type, codecs, PassThrough::of);
    }

    /** Returns a direct buffer, in native byte order, that any message fits into. */
    ByteBuffer newBuffer() {
        return ByteBuffer.allocateDirect(maxMessageBytes()).order(ByteOrder.nativeOrder());
    }

    /** Returns the largest size of a message in bytes, trace header included. */
    public int maxMessageBytes() {
        return TraceHeader.BYTES + type.maxBytes();
    }

    /** Returns the typical size of a message in bytes, trace header included. */
    public int typicalMessageBytes() {
        return TraceHeader.BYTES + type.typicalBytes();
    }
}
