package io.twohop.transport.redis;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Publisher;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.InFlight;
import io.twohop.transport.kit.InFlight.Settlement;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/**
 * Publishes to the topics of a channel in turn. Each message has one reply; the client fails those without one when the connection is
 * lost, since nobody knows then whether the server executed the command.
 */
abstract class RedisPublisher implements Publisher {
    private static final TransportException GONE = new TransportException(
            "Redis had no such stream: it does not exist, was deleted, or was not made again yet");

    private final StatefulRedisConnection<String, byte[]> connection;
    private final InFlight<BiConsumer<Object, Throwable>> inFlight;
    private final int maxInFlight;
    private final String[] topics;
    private volatile boolean closed;
    private int next;

    /** @param topics names of the streams or channels */
    RedisPublisher(
            StatefulRedisConnection<String, byte[]> connection,
            String[] topics,
            int maxInFlight,
            Acknowledgements acknowledgements) {
        this.connection = connection;
        this.topics = topics;
        this.maxInFlight = maxInFlight;
        this.inFlight =
                new InFlight<>(acknowledgements, outcome -> (reply, failure) -> settle(outcome, reply, failure));
    }

    /** Sends a message; the stage has the reply, which is null if nothing took the message. */
    abstract CompletionStage<?> send(RedisAsyncCommands<String, byte[]> commands, String topic, byte[] message);

    private void settle(Settlement<BiConsumer<Object, Throwable>> outcome, Object reply, Throwable failure) {
        if (failure == null) {
            outcome.complete(reply == null ? GONE : null);
        } else if (closed) {
            // The run has waited long enough for it, and counts it as unacknowledged.
            outcome.abandon();
        } else {
            outcome.complete(new TransportException("not acknowledged: " + Connector.words(failure), failure));
        }
    }

    @Override
    public void topic(int number) {
        next = number;
    }

    @Override
    public int lanes() {
        return topics.length;
    }

    @Override
    public int lane() {
        return next;
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        if (!connection.isOpen() || inFlight.count() >= maxInFlight) {
            return false;
        }
        Settlement<BiConsumer<Object, Throwable>> outcome = inFlight.begin(correlation);
        CompletionStage<?> reply;
        try {
            reply = send(connection.async(), topics[next], bytes(message));
        } catch (RuntimeException e) {
            outcome.abandon();
            throw new TransportException("not published: " + Connector.words(e), e);
        }
        reply.whenComplete(outcome.callback());
        next = next + 1 == topics.length ? 0 : next + 1;
        return true;
    }

    /** The client encodes on a thread of its own, when the buffer may hold the next message. */
    private static byte[] bytes(ByteBuffer message) {
        byte[] data = new byte[message.remaining()];
        message.get(message.position(), data);
        return data;
    }

    @Override
    public boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        return inFlight.awaitNone(limit);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            connection.closeAsync();
        }
    }
}
