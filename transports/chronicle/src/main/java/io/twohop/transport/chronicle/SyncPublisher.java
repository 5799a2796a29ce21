package io.twohop.transport.chronicle;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Publisher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import net.openhft.chronicle.queue.ExcerptAppender;

/**
 * Appends messages, and syncs every n-th to disk. The sync that covers a message acknowledges or fails it. A message
 * arrives before its sync ends, so only one thread at a time may publish or wait: a second would acknowledge it twice.
 */
final class SyncPublisher implements Publisher {
    private final MessageWriter writer;
    private final FileSync file;
    private final Acknowledgements acknowledgements;
    private final long[] unsynced;
    private int count;

    SyncPublisher(ExcerptAppender appender, int syncEvery, Acknowledgements acknowledgements) {
        this(appender, new FileSync(appender), syncEvery, acknowledgements);
    }

    SyncPublisher(ExcerptAppender appender, FileSync file, int syncEvery, Acknowledgements acknowledgements) {
        this.writer = new MessageWriter(appender);
        this.file = file;
        this.acknowledgements = acknowledgements;
        this.unsynced = new long[syncEvery];
    }

    @Override
    public synchronized boolean publish(ByteBuffer message, long correlation) {
        writer.append(message);
        file.written();
        unsynced[count++] = correlation;
        if (count == unsynced.length) {
            sync();
        }
        return true;
    }

    private void sync() {
        RuntimeException failure = null;
        try {
            file.sync();
        } catch (UncheckedIOException e) {
            failure = e;
        }
        for (int i = 0; i < count; i++) {
            if (failure == null) {
                acknowledgements.acknowledged(unsynced[i]);
            } else {
                acknowledgements.failed(unsynced[i], failure);
            }
        }
        count = 0;
    }

    /** Syncs the remaining messages, after publishing has ended. */
    @Override
    public synchronized boolean awaitAcknowledged(Duration limit) {
        if (count > 0) {
            sync();
        }
        return true;
    }

    @Override
    public void close() {
        writer.appender().close();
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
