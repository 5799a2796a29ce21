package io.twohop.codec.protobuf;

import io.twohop.codec.Codec;
import io.twohop.codec.CodecProvider;
import io.twohop.event.OrderEvent;

/**
 * The {@code protobuf} codec: Protocol Buffers of the default event, by what {@code protoc} generates from
 * {@code order.proto}. An event of another class needs a schema, and thus a codec, of its own. Any thread.
 */
public final class ProtobufCodecProvider implements CodecProvider {
    @Override
    public String name() {
        return "protobuf";
    }

    @Override
    public String description() {
        return "Protocol Buffers: tagged fields by a schema, an object for each message; order events only";
    }

    /**
     * {@inheritDoc}
     *
     * <p>The codec reuses the object that {@code decode} returns, but makes its texts and some objects of the library's for
     * each message, in both directions. Half of a surrogate pair in a text arrives as a question mark.
     */
    @Override
    @SuppressWarnings("unchecked")
    public <T> Codec<T> codec(Class<T> eventType) {
        if (eventType != OrderEvent.class) {
            throw new IllegalArgumentException("event: " + eventType.getName() + " (expected: "
                    + OrderEvent.class.getName()
                    + ", which the schema describes); choose codec: json or wire, or name a"
                    + " codec of your own: docs/your-service.md");
        }
        return (Codec<T>) new ProtobufCodec();
    }
}
