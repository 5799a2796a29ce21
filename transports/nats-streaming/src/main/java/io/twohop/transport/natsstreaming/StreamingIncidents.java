package io.twohop.transport.natsstreaming;

import io.nats.client.Connection;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import io.nats.streaming.ConnectionLostHandler;
import io.nats.streaming.StreamingConnection;
import io.twohop.finding.Finding;
import io.twohop.finding.Kind;
import io.twohop.finding.Rule;
import io.twohop.finding.Severity;
import io.twohop.transport.Notices;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Reports of the client about its connections: any of them makes the numbers worthless. Called by the client's threads.
 */
final class StreamingIncidents implements ErrorListener, ConnectionLostHandler {
    private static final Rule ERRORS = new Rule(
            Kind.TRANSPORT,
            Severity.INVALID,
            "the client reported %d errors, the first: %s",
            "lower the rate, and see the server's log");

    private final AtomicLong count = new AtomicLong();
    private final AtomicReference<String> first = new AtomicReference<>();
    private final Notices notices;

    /** @param notices receives each report as it happens */
    StreamingIncidents(Notices notices) {
        this.notices = notices;
    }

    private void count(String what) {
        notices.add(what);
        count.incrementAndGet();
        first.compareAndSet(null, what);
    }

    @Override
    public void connectionLost(StreamingConnection connection, Exception cause) {
        count("connection lost: " + cause);
    }

    @Override
    public void errorOccurred(Connection connection, String error) {
        count(error);
    }

    @Override
    public void exceptionOccurred(Connection connection, Exception exception) {
        count(exception.toString());
    }

    @Override
    public void slowConsumerDetected(Connection connection, Consumer consumer) {
        count("a consumer was too slow, and messages were dropped");
    }

    List<Finding> list() {
        return count.get() == 0 ? List.of() : List.of(ERRORS.found(count.get(), first.get()));
    }

    /** Closes a connection. A failed goodbye does not affect the measurement. */
    void close(StreamingConnection connection) {
        try {
            connection.close();
        } catch (IOException | TimeoutException | RuntimeException e) {
            // The client trips over acknowledgements that come while it closes.
            System.err.println("a connection to nats-streaming-server did not close in order: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
