package io.twohop.transport.redis;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Direct memory that messages are copied into, one at a time, as handlers expect them. */
final class DirectCopy {
    private ByteBuffer buffer;

    DirectCopy(int maxMessageBytes) {
        buffer = allocate(maxMessageBytes);
    }

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    ByteBuffer of(byte[] message) {
        if (message.length > buffer.capacity()) {
            buffer = allocate(message.length);
        }
        return buffer.clear().put(message).flip();
    }
}
