package io.twohop.transport.natsstreaming;

import io.nats.streaming.Message;
import io.nats.streaming.StreamingConnection;
import io.nats.streaming.SubscriptionOptions;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.PendingRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Takes messages from the client's thread, since this client only pushes. The queue is bounded by the unacknowledged
 * messages, each acknowledged after its handler, and a request after its replies.
 */
final class StreamingSubscription implements Subscription {
    private static final int BATCH = 64;

    private final StreamingConnection connection;
    private final BlockingQueue<Message> received = new LinkedBlockingQueue<>();
    private final StreamingIncidents incidents;
    private final Consumer<PendingRequest> replies;
    private ByteBuffer buffer;

    /** Why a message could not be acknowledged; null while each could. */
    private volatile TransportException failure;

    /** @param replies what publishes the replies to a request; does nothing for messages without a reply */
    StreamingSubscription(
            StreamingConnection connection,
            String subject,
            String group,
            int maxUnacknowledged,
            int maxMessageBytes,
            StreamingIncidents incidents,
            Consumer<PendingRequest> replies)
            throws IOException, InterruptedException, TimeoutException {
        this.connection = connection;
        this.incidents = incidents;
        this.replies = replies;
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
        if (failure != null) {
            throw failure;
        }
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
        PendingRequest request = new PendingRequest(() -> acknowledge(message));
        replies.accept(request);
        handler.onMessage(buffer.clear().put(data).flip());
        request.end();
    }

    /** Any thread. */
    private void acknowledge(Message message) {
        try {
            message.ack();
        } catch (IOException e) {
            failure = new TransportException("a message could not be acknowledged: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        incidents.close(connection);
    }
}
