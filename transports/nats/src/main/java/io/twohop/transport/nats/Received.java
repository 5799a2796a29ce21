package io.twohop.transport.nats;

import io.nats.client.Message;
import io.twohop.transport.MessageHandler;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Copies messages into direct memory, as the harness hands them on. One thread. */
final class Received {
    private ByteBuffer buffer;

    Received(int maxMessageBytes) {
        buffer = newBuffer(maxMessageBytes);
    }

    void hand(Message message, MessageHandler handler) {
        byte[] data = message.getData();
        if (data.length > buffer.capacity()) {
            buffer = newBuffer(data.length);
        }
        handler.onMessage(buffer.clear().put(data).flip());
    }

    private static ByteBuffer newBuffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }
}
