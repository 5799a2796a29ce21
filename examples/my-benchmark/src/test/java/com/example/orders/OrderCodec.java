package com.example.orders;

import io.twohop.codec.Codec;
import java.nio.ByteBuffer;

/** Converts orders to bytes and back. The decoded order is reused, so decoding makes no garbage. */
public final class OrderCodec implements Codec<Order> {
    static final int BYTES = 2 * Long.BYTES + 1;

    private final Order decoded = new Order();

    @Override
    public void encode(Order order, ByteBuffer out) {
        out.putLong(order.account).putLong(order.cents).put((byte) (order.accepted ? 1 : 0));
    }

    @Override
    public Order decode(ByteBuffer in) {
        decoded.account = in.getLong();
        decoded.cents = in.getLong();
        decoded.accepted = in.get() == 1;
        return decoded;
    }
}
