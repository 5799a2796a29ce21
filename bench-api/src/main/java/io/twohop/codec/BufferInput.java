package io.twohop.codec;

import java.io.InputStream;
import java.nio.ByteBuffer;

/** An input stream of the current message, for libraries that read streams. One thread. */
public final class BufferInput extends InputStream {
    private ByteBuffer buffer;

    /** Chooses the message that is read from now on. */
    public void next(ByteBuffer message) {
        buffer = message;
    }

    @Override
    public int read() {
        return buffer.hasRemaining() ? buffer.get() & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
        if (!buffer.hasRemaining()) {
            return -1;
        }
        int count = Math.min(length, buffer.remaining());
        buffer.get(bytes, offset, count);
        return count;
    }
}
