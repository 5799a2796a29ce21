package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamApiException;
import io.nats.client.PublishOptions;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Publisher;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.InFlight;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/**
 * Publishes to a stream, to its topics in turn and there to the subject of the message's key: waits for each acknowledgement, or has a
 * bounded number of them outstanding and pushes back beyond.
 */
final class StreamPublisher implements Publisher {

    private final Connections connections;
    private final Connection connection;
    private final JetStream stream;
    private final String[][] subjects;
    private final Headers headers;
    private final boolean synchronous;
    private final int maxInFlight;
    private final String idPrefix;
    private final Acknowledgements acknowledgements;
    private final InFlight<BiConsumer<PublishAck, Throwable>> inFlight;
    private long count;
    private int next;
    private int key;

    /**
     * @param subjects by topic and key
     * @param headers null for none
     * @param idPrefix what makes this publisher's message ids unique, or null to send none
     */
    StreamPublisher(
            Connections connections,
            Connection connection,
            String[][] subjects,
            Headers headers,
            NatsConfig config,
            String idPrefix,
            Acknowledgements acknowledgements)
            throws IOException {
        this.connections = connections;
        this.connection = connection;
        this.stream = connection.jetStream();
        this.subjects = subjects;
        this.headers = headers;
        this.synchronous = config.messaging().publish() == NatsConfig.Publish.SYNC;
        this.maxInFlight = config.messaging().maxInFlight();
        this.idPrefix = idPrefix;
        this.acknowledgements = acknowledgements;
        this.inFlight =
                new InFlight<>(acknowledgements, outcome -> (acknowledgement, failure) -> outcome.complete(failure));
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
        if (!synchronous && inFlight.count() >= maxInFlight) {
            return false;
        }
        // The client keeps the array until it is sent.
        byte[] data = new byte[message.remaining()];
        message.get(message.position(), data);
        if (synchronous) {
            publishAndWait(data, correlation);
        } else {
            publishAhead(data, correlation);
        }
        count++;
        next = next + 1 == subjects.length ? 0 : next + 1;
        return true;
    }

    private void publishAndWait(byte[] data, long correlation) {
        try {
            stream.publish(subjects[next][key], headers, data, options());
        } catch (IOException | JetStreamApiException e) {
            throw new TransportException("not published: " + e.getMessage(), e);
        }
        acknowledgements.acknowledged(correlation);
    }

    private void publishAhead(byte[] data, long correlation) {
        InFlight.Settlement<BiConsumer<PublishAck, Throwable>> outcome = inFlight.begin(correlation);
        CompletableFuture<PublishAck> acknowledgement;
        try {
            acknowledgement = stream.publishAsync(subjects[next][key], headers, data, options());
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
    public int lanes() {
        return subjects.length;
    }

    @Override
    public int lane() {
        return next;
    }

    @Override
    public boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        return inFlight.awaitNone(limit);
    }

    @Override
    public void close() {
        connections.begin(connection);
    }
}
