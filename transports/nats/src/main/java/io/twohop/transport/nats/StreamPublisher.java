package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.PublishOptions;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.InFlight;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/** Publishes to a stream: waits for each acknowledgement, or pushes back while too many of them are outstanding. */
final class StreamPublisher extends SubjectPublisher {
    private final JetStream stream;
    private final boolean synchronous;
    private final int maxInFlight;
    private final String idPrefix;
    private final Acknowledgements acknowledgements;
    private final InFlight<BiConsumer<PublishAck, Throwable>> inFlight;
    private long count;

    /** @param idPrefix what makes this publisher's message ids unique; null to send none */
    StreamPublisher(
            Connections connections,
            Connection connection,
            String[][] subjects,
            Headers headers,
            NatsConfig config,
            String idPrefix,
            Acknowledgements acknowledgements)
            throws IOException {
        super(connections, connection, subjects, headers);
        this.stream = connection.jetStream();
        this.synchronous = config.messaging().publish() == NatsConfig.Publish.SYNC;
        this.maxInFlight = config.messaging().maxInFlight();
        this.idPrefix = idPrefix;
        this.acknowledgements = acknowledgements;
        this.inFlight =
                new InFlight<>(acknowledgements, outcome -> (acknowledgement, failure) -> outcome.complete(failure));
    }

    @Override
    public boolean publish(ByteBuffer message, long correlation) {
        if (!synchronous && inFlight.count() >= maxInFlight) {
            return false;
        }
        byte[] data = bytes(message);
        if (synchronous) {
            publishAndWait(data, correlation);
        } else {
            publishAhead(data, correlation);
        }
        count++;
        advance();
        return true;
    }

    private void publishAndWait(byte[] data, long correlation) {
        try {
            stream.publish(subject(), headers(), data, options());
        } catch (IOException | JetStreamApiException e) {
            throw new TransportException("not published: " + e.getMessage(), e);
        }
        acknowledgements.acknowledged(correlation);
    }

    private void publishAhead(byte[] data, long correlation) {
        InFlight.Settlement<BiConsumer<PublishAck, Throwable>> outcome = inFlight.begin(correlation);
        CompletableFuture<PublishAck> acknowledgement;
        try {
            acknowledgement = stream.publishAsync(subject(), headers(), data, options());
        } catch (RuntimeException e) {
            outcome.abandon();
            throw e;
        }
        acknowledgement.whenComplete(outcome.callback());
    }

    private PublishOptions options() {
        return idPrefix == null
                ? null
                : PublishOptions.builder().messageId(idPrefix + count).build();
    }

    @Override
    public boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        return inFlight.awaitNone(limit);
    }
}
