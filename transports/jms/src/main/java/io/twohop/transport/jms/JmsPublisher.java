package io.twohop.transport.jms;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Publisher;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.InFlight;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** Sends to the queues or topics of a channel in turn: waits for each send, or pushes back while too many have no completion. */
class JmsPublisher implements Publisher {
    /** The client's part of a publisher: a session, and its producers by topic. */
    record Ends(Connection connection, Session session, MessageProducer[] producers) {}

    private final Connection connection;
    private final Session session;
    private final MessageProducer[] producers;
    private final MessageExtras extras;
    private final int maxInFlight;
    private final Acknowledgements acknowledgements;
    private final InFlight<Object> inFlight;
    private final JmsIncidents incidents;
    private byte[] bytes = new byte[0];
    private int next;
    private int key;

    /** @param maxInFlight 0 to wait for each send */
    JmsPublisher(
            Ends ends,
            MessageExtras extras,
            int maxInFlight,
            Acknowledgements acknowledgements,
            JmsIncidents incidents) {
        this.connection = ends.connection();
        this.session = ends.session();
        this.producers = ends.producers();
        this.extras = extras;
        this.maxInFlight = maxInFlight;
        this.acknowledgements = acknowledgements;
        this.inFlight = new InFlight<>(acknowledgements, outcome -> outcome);
        this.incidents = incidents;
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
    public int lanes() {
        return producers.length;
    }

    @Override
    public int lane() {
        return next;
    }

    @Override
    public boolean publish(ByteBuffer payload, long correlation) {
        if (maxInFlight > 0 && inFlight.count() >= maxInFlight) {
            return false;
        }
        long start = System.nanoTime();
        try {
            Message message = message(payload);
            if (maxInFlight == 0) {
                producers[next].send(message);
                sent(message);
                acknowledgements.acknowledged(correlation);
            } else {
                sendAhead(message, correlation);
            }
        } catch (JMSException e) {
            throw new TransportException("not published: " + e.getMessage(), e);
        } finally {
            incidents.sent(System.nanoTime() - start);
        }
        next = next + 1 == producers.length ? 0 : next + 1;
        return true;
    }

    private void sendAhead(Message message, long correlation) throws JMSException {
        InFlight.Settlement<Object> outcome = inFlight.begin(correlation);
        Completion completion = new Completion(outcome, this);
        try {
            producers[next].send(message, completion);
        } catch (JMSException | RuntimeException e) {
            completion.abandon();
            throw e;
        }
    }

    private Message message(ByteBuffer payload) throws JMSException {
        int length = payload.remaining();
        if (bytes.length < length) {
            bytes = new byte[length];
        }
        payload.get(payload.position(), bytes, 0, length);
        Message message = message(session, bytes, length);
        extras.put(message, key);
        return message;
    }

    /** Returns a message with a payload. */
    Message message(Session itsSession, byte[] payload, int length) throws JMSException {
        BytesMessage message = itsSession.createBytesMessage();
        message.writeBytes(payload, 0, length);
        return message;
    }

    /** Receives each message that the provider has taken, with the id that it gave it; the publisher's thread, or the client's. */
    void sent(Message message) throws JMSException {}

    @Override
    public boolean awaitAcknowledged(Duration limit) throws InterruptedException {
        return inFlight.awaitNone(limit);
    }

    @Override
    public final void close() {
        Connector.close(connection);
    }

    /** One message's outcome. A provider may report it twice when its connection fails, so each message has an object of its own. */
    private static final class Completion implements CompletionListener {
        private final InFlight.Settlement<Object> outcome;
        private final JmsPublisher publisher;
        private final AtomicBoolean isDone = new AtomicBoolean();

        Completion(InFlight.Settlement<Object> outcome, JmsPublisher publisher) {
            this.outcome = outcome;
            this.publisher = publisher;
        }

        @Override
        public void onCompletion(Message message) {
            if (isDone.compareAndSet(false, true)) {
                try {
                    publisher.sent(message);
                    outcome.complete(null);
                } catch (JMSException e) {
                    outcome.complete(e);
                }
            }
        }

        @Override
        public void onException(Message message, Exception failure) {
            if (isDone.compareAndSet(false, true)) {
                outcome.complete(failure);
            }
        }

        void abandon() {
            if (isDone.compareAndSet(false, true)) {
                outcome.abandon();
            }
        }
    }
}
