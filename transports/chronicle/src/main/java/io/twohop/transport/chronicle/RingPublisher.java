package io.twohop.transport.chronicle;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Publisher;
import io.twohop.transport.TransportException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import net.openhft.chronicle.queue.ExcerptAppender;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.MessageHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/**
 * Copies each message into a ring buffer, from which the drainer appends and acknowledges it. The two threads share
 * nothing but the ring.
 */
final class RingPublisher implements Publisher, MessageHandler {
    private static final int MESSAGE_TYPE = 1;
    private static final int MAX_BATCH = 64;
    private static final long POLL_NANOS = 100_000;

    private final ByteBuffer memory;
    private final OneToOneRingBuffer ring;
    private final MessageWriter writer;
    private final Acknowledgements acknowledgements;
    private volatile Throwable failure;

    RingPublisher(ExcerptAppender appender, int ringBytes, Acknowledgements acknowledgements) {
        memory = ByteBuffer.allocateDirect(ringBytes + RingBufferDescriptor.TRAILER_LENGTH)
                .order(ByteOrder.nativeOrder());
        ring = new OneToOneRingBuffer(new UnsafeBuffer(memory));
        writer = new MessageWriter(appender);
        this.acknowledgements = acknowledgements;
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        if (failure != null) {
            throw new TransportException("the drainer could not append to the queue: " + failure, failure);
        }
        int length = message.remaining();
        int index = ring.tryClaim(MESSAGE_TYPE, Long.BYTES + length);
        if (index < 0) {
            return false;
        }
        ring.buffer().putLong(index, correlation);
        ring.buffer().putBytes(index + Long.BYTES, message, message.position(), length);
        ring.commit(index);
        return true;
    }

    /** Appends one batch at most; the drainer's thread only. */
    int drain() {
        return ring.read(this, MAX_BATCH);
    }

    @Override
    public void onMessage(int type, MutableDirectBuffer buffer, int index, int length) {
        long correlation = buffer.getLong(index);
        if (failure == null) {
            try {
                writer.append(memory, index + Long.BYTES, length - Long.BYTES);
                acknowledgements.acknowledged(correlation);
                return;
            } catch (RuntimeException e) {
                failure = e;
            }
        }
        acknowledgements.failed(correlation, failure);
    }

    @Override
    public boolean awaitAcknowledged(Duration limit) {
        long start = System.nanoTime();
        while (ring.size() > 0) {
            if (System.nanoTime() - start >= limit.toNanos()) {
                return false;
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return true;
    }

    /** Allows another thread to drain, after the former one has ended. */
    void handOver() {
        writer.appender().singleThreadedCheckReset();
    }

    /** Closes the appender, after the drainer's thread has ended. */
    void closeAppender() {
        writer.appender().close();
    }
}
