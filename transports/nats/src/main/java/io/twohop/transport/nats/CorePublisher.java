package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.nats.client.impl.Headers;
import io.twohop.transport.Publisher;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * Publishes to its topics in turn, to the subject of the message's key. Nothing comes back for a message; it has been taken when the client has queued it, and is
 * pushed back while too many wait for the socket.
 */
final class CorePublisher implements Publisher {
    private final Connections connections;
    private final Connection connection;
    private final String[][] subjects;
    private final Headers headers;
    private final int maxPending;
    private int next;
    private int key;

    /**
     * @param subjects by topic and key
     * @param headers null for none
     */
    CorePublisher(
            Connections connections, Connection connection, String[][] subjects, Headers headers, int maxPending) {
        this.connections = connections;
        this.connection = connection;
        this.subjects = subjects;
        this.headers = headers;
        this.maxPending = maxPending;
    }

    @Override
    public void topic(int number) {
        next = number;
    }

    @Override
    public void key(int number) {
        key = number;
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        if (connection.outgoingPendingMessageCount() >= maxPending) {
            return false;
        }
        // The client keeps the array until it is sent.
        byte[] data = new byte[message.remaining()];
        message.get(message.position(), data);
        connection.publish(subjects[next][key], headers, data);
        next = next + 1 == subjects.length ? 0 : next + 1;
        return true;
    }

    @Override
    public int lanes() {
        return subjects.length;
    }

    @Override
    public int lane() {
        return next;
    }

    @Override
    public boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        try {
            connection.flush(limit.isZero() ? Duration.ofMillis(1) : limit);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    @Override
    public void close() {
        connections.begin(connection);
    }
}
