package io.twohop.transport.chronicle;

import io.twohop.transport.Publisher;
import java.nio.ByteBuffer;
import net.openhft.chronicle.queue.ExcerptAppender;

/** Appends each message: it is in the page cache when {@code publish} returns. */
final class QueuePublisher implements Publisher {
    private final MessageWriter writer;

    QueuePublisher(ExcerptAppender appender) {
        writer = new MessageWriter(appender);
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        writer.append(message);
        return true;
    }

    @Override
    public void close() {
        writer.appender().close();
    }
}
