package io.twohop.event.field;

import java.nio.ByteBuffer;

/** Writes the number of a message. */
record IdWriter(IdForm form) implements FieldWriter {
    @Override
    public void write(long n, long wallNanos, ByteBuffer out, int at) {
        form.write(n, out, at);
    }
}
