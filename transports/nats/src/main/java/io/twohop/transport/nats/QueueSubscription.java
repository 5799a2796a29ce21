package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import java.time.Duration;

/** Takes messages from the client's queue of one subscription, of a subject or of a consumer that sends by itself. */
final class QueueSubscription implements Subscription {
    private static final int BATCH = 64;
    private static final Duration AT_ONCE = Duration.ofNanos(1);

    private final Connection connection;
    private final io.nats.client.Subscription subscription;
    private final boolean acknowledges;
    private final Received received;
    private Duration wait = AT_ONCE;

    /** @param acknowledges whether each message is acknowledged once it is handled */
    QueueSubscription(
            Connection connection,
            io.nats.client.Subscription subscription,
            boolean acknowledges,
            int maxMessageBytes) {
        this.connection = connection;
        this.subscription = subscription;
        this.acknowledges = acknowledges;
        this.received = new Received(maxMessageBytes);
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        int count = 0;
        Message message = next(maxWaitNanos);
        while (message != null) {
            received.hand(message, handler);
            if (acknowledges) {
                message.ack();
            }
            message = ++count < BATCH && subscription.getPendingMessageCount() > 0 ? next(0) : null;
        }
        return count;
    }

    /** The client takes no wait at all for a wait without end. */
    private Message next(long maxWaitNanos) {
        try {
            return subscription.nextMessage(maxWaitNanos == 0 ? AT_ONCE : waitOf(maxWaitNanos));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private Duration waitOf(long nanos) {
        if (wait.toNanos() != nanos) {
            wait = Duration.ofNanos(nanos);
        }
        return wait;
    }

    @Override
    public void close() {
        Connections.close(connection);
    }
}
