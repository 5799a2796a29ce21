package io.twohop.transport.chronicle;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Publisher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import net.openhft.chronicle.queue.ExcerptAppender;

/**
 * Appends each message and has every n-th wait for the disk. A message is acknowledged by the sync that covers it, and
 * has failed if that sync did. A message arrives before its sync is over: whoever waits for acknowledgements then must not
 * acknowledge it a second time, so one thread at a time publishes or waits.
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

    /** Called when publishing has ended: syncs the rest. */
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
