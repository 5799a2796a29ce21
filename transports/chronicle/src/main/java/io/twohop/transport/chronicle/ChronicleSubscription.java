package io.twohop.transport.chronicle;

import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;

/**
 * Reads a queue from its beginning. Each message is copied into a reused buffer: a view of the mapped file would be a
 * new object per message.
 */
final class ChronicleSubscription implements Subscription {
    static final int NOT_BEGUN = Integer.MIN_VALUE;

    private static final int MAX_BATCH = 32;
    private static final int INITIAL_BYTES = 4_096;
    private static final int MAX_BYTES = 128 << 20;

    private final ExcerptTailer tailer;
    private final boolean remembered;
    private final Bytes<ByteBuffer> bytes = Bytes.elasticByteBuffer(INITIAL_BYTES, MAX_BYTES);
    private ByteBuffer buffer;
    private int lastCycle = NOT_BEGUN;
    private volatile int cycle = NOT_BEGUN;

    /** @param remembered whether the queue stores the read position, after each handled message */
    ChronicleSubscription(ExcerptTailer tailer, boolean remembered) {
        this.tailer = tailer;
        this.remembered = remembered;
        bytes.singleThreadedCheckDisabled(true);
        buffer = bytes.underlyingObject().order(ByteOrder.nativeOrder());
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        int count = 0;
        while (count < MAX_BATCH && (remembered ? readRemembered(handler) : read(handler))) {
            count++;
        }
        return count;
    }

    private boolean read(MessageHandler handler) {
        if (!take()) {
            return false;
        }
        handler.onMessage(buffer);
        return true;
    }

    private boolean readRemembered(MessageHandler handler) {
        try (DocumentContext document = tailer.readingDocument()) {
            if (!document.isPresent()) {
                return false;
            }
            copy(document);
            handler.onMessage(buffer);
        }
        noteCycle();
        return true;
    }

    /** Reads a message without its handler; returns false if none is there. */
    boolean take() {
        try (DocumentContext document = tailer.readingDocument()) {
            if (!document.isPresent()) {
                return false;
            }
            copy(document);
        }
        noteCycle();
        return true;
    }

    private void copy(DocumentContext document) {
        Bytes<?> message = document.wire().bytes();
        int length = (int) message.readRemaining();
        bytes.clear();
        bytes.write(message, message.readPosition(), length);
        message.readSkip(length);
        if (bytes.underlyingObject() != buffer) {
            buffer = bytes.underlyingObject().order(ByteOrder.nativeOrder());
        }
        buffer.limit(length).position(0);
    }

    private void noteCycle() {
        int now = tailer.cycle();
        if (now != lastCycle) {
            lastCycle = now;
            cycle = now;
        }
    }

    /** Cycle of the newest message read, or {@link #NOT_BEGUN}; any thread. */
    int cycle() {
        return cycle;
    }

    @Override
    public void close() {
        tailer.close();
    }
}
