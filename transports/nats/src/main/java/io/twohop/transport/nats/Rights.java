package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.twohop.transport.TransportException;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Permissions of the user, whose absence the server reports without saying which request it refused. */
final class Rights {
    static final String REMEDY =
            "let this user publish to twohop.> and subscribe to twohop.> and _INBOX.>; in JetStream, also let it"
                    + " publish to $JS.API.>, $JS.ACK.> and $JS.FC.> (docs/nats.md lists them)";

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private Rights() {}

    /**
     * Waits until the server has handled what the connection sent.
     *
     * @throws TransportException with the server's words if it refused anything
     */
    static void awaitRefusal(Connection connection) throws InterruptedException {
        awaitRefusal(connection, REMEDY);
    }

    static void awaitRefusal(Connection connection, String remedy) throws InterruptedException {
        try {
            // The server's answer follows what it refused.
            connection.flush(LIMIT);
        } catch (TimeoutException e) {
            throw new TransportException(
                    "no answer from the server within " + LIMIT.toSeconds() + " s; see its log", e);
        }
        // Listeners hear of it later, on a thread of their own.
        String refusal = connection.getLastError();
        if (refusal != null && !refusal.isBlank()) {
            throw new TransportException("the server refused: " + refusal + "; " + remedy);
        }
    }
}
