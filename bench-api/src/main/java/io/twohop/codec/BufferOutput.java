package io.twohop.codec;

import java.io.OutputStream;
import java.nio.ByteBuffer;

/** An output stream into the current message, for libraries that write to streams. One thread; throws {@link java.nio.BufferOverflowException}. */
public final class BufferOutput extends OutputStream {
    private ByteBuffer buffer;

    /** Chooses the message that is written from now on. */
    public void next(ByteBuffer message) {
        buffer = message;
    }

    @Override
    public void write(int oneByte) {
        buffer.put((byte) oneByte);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        buffer.put(bytes, offset, length);
    }
}
