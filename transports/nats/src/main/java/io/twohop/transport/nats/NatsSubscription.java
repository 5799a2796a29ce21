package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamStatusCheckedException;
import io.nats.client.Message;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import io.twohop.transport.TransportException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Takes messages from the client, which receives them on its own thread, and copies each into direct memory. */
class NatsSubscription implements Subscription {
    private static final int BATCH = 64;

    /** The shortest wait: the client takes zero for no limit. */
    private static final Duration AT_ONCE = Duration.ofNanos(1);

    /** The client's way to hand out messages. */
    @FunctionalInterface
    interface Source {
        /** Returns the next message; null if none arrived within the limit. */
        Message next(Duration limit) throws InterruptedException, JetStreamStatusCheckedException;
    }

    private final Connections connections;
    private final Connection connection;
    private final Source source;
    private final LongSupplier pending;
    private final boolean acknowledges;
    private ByteBuffer buffer;
    private Duration wait = AT_ONCE;

    /**
     * @param connections closes the connection
     * @param pending number of messages that the client has received already; 0 if unknown
     * @param acknowledges whether each message is acknowledged after its handler
     */
    NatsSubscription(
            Connections connections,
            Connection connection,
            Source source,
            LongSupplier pending,
            boolean acknowledges,
            int maxMessageBytes) {
        this.connections = connections;
        this.connection = connection;
        this.source = source;
        this.pending = pending;
        this.acknowledges = acknowledges;
        this.buffer = newBuffer(maxMessageBytes);
    }

    private static ByteBuffer newBuffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        int count = 0;
        Message message = next(maxWaitNanos == 0 ? AT_ONCE : waitOf(maxWaitNanos));
        while (message != null) {
            hand(message, handler);
            message = ++count < BATCH && pending.getAsLong() > 0 ? next(AT_ONCE) : null;
        }
        return count;
    }

    void hand(Message message, MessageHandler handler) {
        byte[] data = message.getData();
        if (data.length > buffer.capacity()) {
            buffer = newBuffer(data.length);
        }
        handler.onMessage(buffer.clear().put(data).flip());
        if (acknowledges) {
            message.ack();
        }
    }

    private Message next(Duration limit) {
        try {
            return source.next(limit);
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
        connections.begin(connection);
    }
}
