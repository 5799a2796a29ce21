package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.nats.client.IterableConsumer;
import io.nats.client.JetStreamStatusCheckedException;
import io.nats.client.Message;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import io.twohop.transport.TransportException;
import java.time.Duration;

/** Takes messages that the client asks for ahead, batch after batch. */
final class PullSubscription implements Subscription {
    private static final Duration AT_ONCE = Duration.ofNanos(1);

    private final Connection connection;
    private final IterableConsumer messages;
    private final boolean acknowledges;
    private final Received received;
    private Duration wait = AT_ONCE;

    PullSubscription(Connection connection, IterableConsumer messages, boolean acknowledges, int maxMessageBytes) {
        this.connection = connection;
        this.messages = messages;
        this.acknowledges = acknowledges;
        this.received = new Received(maxMessageBytes);
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        Message message = next(maxWaitNanos == 0 ? AT_ONCE : waitOf(maxWaitNanos));
        if (message == null) {
            return 0;
        }
        received.hand(message, handler);
        if (acknowledges) {
            message.ack();
        }
        return 1;
    }

    private Message next(Duration limit) {
        try {
            return messages.nextMessage(limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (JetStreamStatusCheckedException e) {
            throw new TransportException("the consumer of a stream ended: " + e.getMessage(), e);
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
