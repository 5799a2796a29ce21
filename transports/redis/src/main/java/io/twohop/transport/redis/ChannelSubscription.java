package io.twohop.transport.redis;

import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import io.twohop.transport.kit.DirectCopy;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Takes published messages from the client's thread, which drops and counts what its consumer leaves too little room for. */
final class ChannelSubscription implements Subscription {
    private static final int BATCH = 64;

    /** Number of messages that may wait in the client. */
    static final int MOST_WAITING = 1 << 18;

    private final StatefulRedisPubSubConnection<String, byte[]> connection;
    private final BlockingQueue<byte[]> arrived;
    private final DirectCopy copy;
    private boolean closed;

    /** Subscribes, and returns once the server has confirmed it. */
    ChannelSubscription(
            StatefulRedisPubSubConnection<String, byte[]> connection,
            String[] channels,
            RedisIncidents incidents,
            int maxMessageBytes,
            int mostWaiting) {
        this.connection = connection;
        this.arrived = new ArrayBlockingQueue<>(mostWaiting);
        this.copy = new DirectCopy(maxMessageBytes);
        connection.addListener(new RedisPubSubAdapter<>() {
            @Override
            public void message(String channel, byte[] message) {
                if (!arrived.offer(message)) {
                    incidents.dropped();
                }
            }
        });
        connection.sync().subscribe(channels);
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        int count = 0;
        byte[] message = next(maxWaitNanos);
        while (message != null) {
            handler.onMessage(copy.of(message));
            message = ++count < BATCH ? arrived.poll() : null;
        }
        return count;
    }

    private byte[] next(long maxWaitNanos) {
        try {
            return maxWaitNanos == 0 ? arrived.poll() : arrived.poll(maxWaitNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            connection.closeAsync();
        }
    }
}
