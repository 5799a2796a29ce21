package io.twohop.transport.chronicle;

import java.nio.ByteBuffer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.wire.DocumentContext;

/** Appends messages as raw bytes, copied from memory to memory. One thread. */
final class MessageWriter {
    private final ExcerptAppender appender;
    private ByteBuffer wrapped;
    private Bytes<ByteBuffer> source;

    MessageWriter(ExcerptAppender appender) {
        this.appender = appender;
    }

    void append(ByteBuffer message) {
        append(message, message.position(), message.remaining());
    }

    void append(ByteBuffer message, int offset, int length) {
        if (message != wrapped) {
            // Publishers reuse one buffer, so this happens once.
            wrapped = message;
            source = Bytes.wrapForRead(whole(message));
            source.singleThreadedCheckDisabled(true);
        }
        try (DocumentContext document = appender.writingDocument()) {
            document.wire().bytes().write(source, (long) offset, (long) length);
        }
    }

    private static ByteBuffer whole(ByteBuffer message) {
        return message.duplicate().clear();
    }

    ExcerptAppender appender() {
        return appender;
    }
}
