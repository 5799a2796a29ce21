package io.twohop.codec.json;

import java.io.OutputStream;
import java.nio.ByteBuffer;

/** An output stream into the current message. */
final class BufferOutput extends OutputStream {
    private ByteBuffer buffer;

    void next(ByteBuffer message) {
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
