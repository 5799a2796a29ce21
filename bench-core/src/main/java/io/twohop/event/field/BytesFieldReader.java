package io.twohop.event.field;

import java.nio.ByteBuffer;

/** Bytes at a fixed place. */
final class BytesFieldReader extends FieldReader {
    private final int offset;
    private final int bytes;

    BytesFieldReader(int offset, int bytes) {
        if (offset < 0 || bytes < 1) {
            throw new IllegalArgumentException(bytes + " bytes at " + offset);
        }
        this.offset = offset;
        this.bytes = bytes;
    }

    @Override
    boolean scan(ByteBuffer message, int from, int limit) {
        boolean fits = (long) offset + bytes <= limit - from;
        if (fits) {
            found(from + offset, bytes);
        }
        return fits;
    }

    @Override
    boolean isString() {
        return true;
    }
}
