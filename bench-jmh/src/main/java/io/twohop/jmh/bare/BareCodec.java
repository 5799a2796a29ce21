package io.twohop.jmh.bare;

import io.twohop.codec.Codec;
import io.twohop.event.OrderEvent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A codec for clients whose messages are byte arrays. One thread. */
final class BareCodec {
    private final Codec<OrderEvent> codec;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(4_096).order(ByteOrder.nativeOrder());

    BareCodec(Codec<OrderEvent> codec) {
        this.codec = codec;
    }

    byte[] encode(OrderEvent event) {
        codec.encode(event, buffer.clear());
        byte[] message = new byte[buffer.position()];
        buffer.get(0, message);
        return message;
    }

    OrderEvent decode(byte[] message) {
        return codec.decode(buffer.clear().put(message).flip());
    }
}
