package io.twohop.transport.natsstreaming;

import io.nats.streaming.Message;
import io.nats.streaming.StreamingConnection;
import io.nats.streaming.SubscriptionOptions;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Takes messages from the client's thread, since this client only pushes. The queue is bounded by the unacknowledged
 * messages, each acknowledged after its handler.
 */
final class StreamingSubscription implements Subscription {
    private static final int BATCH = 64;

    private final StreamingConnection connection;
    private final BlockingQueue<Message> received = new LinkedBlockingQueue<>();
    private final StreamingIncidents incidents;
    private ByteBuffer buffer;

    StreamingSubscription(
            StreamingConnection connection,
            String subject,
            String group,
            int maxUnacknowledged,
            int maxMessageBytes,
            StreamingIncidents incidents)
            throws IOException, InterruptedException, TimeoutException {
        this.connection = connection;
        this.incidents = incidents;
        this.buffer = newBuffer(maxMessageBytes);
        connection.subscribe(
                subject,
                group,
                received::add,
                new SubscriptionOptions.Builder()
                        .deliverAllAvailable()
                        .manualAcks()
                        .maxInFlight(maxUnacknowledged)
                        .build());
    }

    private static ByteBuffer newBuffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        int count = 0;
        Message message = first(maxWaitNanos);
        while (message != null) {
            hand(message, handler);
            message = ++count < BATCH ? received.poll() : null;
        }
        return count;
    }

    private Message first(long maxWaitNanos) {
        try {
            return received.poll(maxWaitNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private void hand(Message message, MessageHandler handler) {
        byte[] data = message.getData();
        if (data.length > buffer.capacity()) {
            buffer = newBuffer(data.length);
        }
        handler.onMessage(buffer.clear().put(data).flip());
        try {
            message.ack();
        } catch (IOException e) {
            throw new TransportException("a message could not be acknowledged: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        incidents.close(connection);
    }
}
