package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.nats.client.impl.Headers;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/**
 * Publishes without acknowledgements: a message is taken once the client has queued it, and pushed back while too many
 * messages wait for the socket.
 */
final class CorePublisher extends SubjectPublisher {
    private final int maxPending;

    CorePublisher(
            Connections connections, Connection connection, String[][] subjects, Headers headers, int maxPending) {
        super(connections, connection, subjects, headers);
        this.maxPending = maxPending;
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        if (connection.outgoingPendingMessageCount() >= maxPending) {
            return false;
        }
        connection.publish(subject(), replyTo(), headers(), bytes(message));
        advance();
        return true;
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
}
