package io.twohop.transport.kit;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Direct memory that messages are copied into, one at a time, as handlers expect them. */
public final class DirectCopy {
    private ByteBuffer buffer;

    public DirectCopy(int maxMessageBytes) {
        buffer = allocate(maxMessageBytes);
    }

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    public ByteBuffer of(byte[] message) {
        if (message.length > buffer.capacity()) {
            buffer = allocate(message.length);
        }
        return buffer.clear().put(message).flip();
    }
}
