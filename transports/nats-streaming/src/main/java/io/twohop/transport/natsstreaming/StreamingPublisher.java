package io.twohop.transport.natsstreaming;

import io.nats.streaming.AckHandler;
import io.nats.streaming.StreamingConnection;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Publisher;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.InFlight;
import io.twohop.transport.kit.PendingRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeoutException;

/** Publishes with a bounded number of acknowledgements outstanding, and pushes back beyond. */
final class StreamingPublisher implements Publisher {
    private final StreamingConnection connection;
    private final String subject;
    private final int maxInFlight;
    private final InFlight<AckHandler> inFlight;
    private final StreamingIncidents incidents;

    StreamingPublisher(
            StreamingConnection connection,
            String subject,
            int maxInFlight,
            Acknowledgements acknowledgements,
            StreamingIncidents incidents) {
        this.connection = connection;
        this.subject = subject;
        this.maxInFlight = maxInFlight;
        this.inFlight = new InFlight<>(acknowledgements, outcome -> (id, failure) -> outcome.complete(failure));
        this.incidents = incidents;
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        if (inFlight.count() >= maxInFlight) {
            return false;
        }
        byte[] data = new byte[message.remaining()];
        message.get(message.position(), data);
        InFlight.Settlement<AckHandler> outcome = inFlight.begin(correlation);
        try {
            connection.publish(subject, data, outcome.callback());
        } catch (IOException | TimeoutException | RuntimeException e) {
            outcome.abandon();
            throw new TransportException("not published: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            outcome.abandon();
            Thread.currentThread().interrupt();
            throw new TransportException("interrupted while publishing", e);
        }
        return true;
    }

    /** Makes the messages published from now on replies to a request; the publishing thread. */
    void answer(PendingRequest request) {
        inFlight.answer(request);
    }

    @Override
    public boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        return inFlight.awaitNone(limit);
    }

    @Override
    public void close() {
        incidents.close(connection);
    }
}
