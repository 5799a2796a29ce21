package io.twohop.codec.protobuf;

import io.twohop.event.OrderCodecProvider;

/**
 * The {@code protobuf} codec: Protocol Buffers of the default event, with the classes that {@code protoc} generates from
 * {@code order.proto}.
 *
 * <p>The codec reuses the event that {@code decode} returns, but allocates its texts and some objects of the library for
 * each message, in both directions. Half of a surrogate pair in a text arrives as a question mark.
 */
public final class ProtobufCodecProvider extends OrderCodecProvider {
    public ProtobufCodecProvider() {
        super(
                "protobuf",
                "Protocol Buffers: tagged fields by a schema, an object for each message; order events only",
                ProtobufCodec::new);
    }
}
