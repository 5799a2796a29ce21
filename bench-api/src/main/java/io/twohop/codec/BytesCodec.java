package io.twohop.codec;

import java.nio.ByteBuffer;

/** Copies bytes unchanged: the payload is already serialized. */
public final class BytesCodec implements Codec<ByteBuffer> {
    @Override
    public void encode(ByteBuffer event, ByteBuffer out) {
        int length = event.remaining();
        out.put(out.position(), event, event.position(), length).position(out.position() + length);
    }

    @Override
    public ByteBuffer decode(ByteBuffer in) {
        return in;
    }
}
