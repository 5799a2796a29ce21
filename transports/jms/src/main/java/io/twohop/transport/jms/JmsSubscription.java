package io.twohop.transport.jms;

import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import io.twohop.transport.TransportException;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/** Receives from the queues or topics of a channel, and copies each message into direct memory. */
class JmsSubscription implements Subscription {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Connection connection;
    private final Session session;
    private final MessageConsumer consumer;
    private final Optional<Arrivals> arrivals;
    private final int mode;
    private final JmsIncidents incidents;
    private ByteBuffer buffer;
    private byte[] bytes = new byte[0];
    private volatile boolean closed;

    /**
     * Its messages arrive from now on.
     *
     * @param mode by which the session acknowledges
     */
    JmsSubscription(
            Connection connection,
            Session session,
            MessageConsumer[] consumers,
            int mode,
            int maxMessageBytes,
            JmsIncidents incidents)
            throws JMSException {
        this.connection = connection;
        this.session = session;
        this.mode = mode;
        this.incidents = incidents;
        this.buffer = newBuffer(maxMessageBytes);
        this.consumer = consumers[0];
        this.arrivals = consumers.length == 1 ? Optional.empty() : Optional.of(new Arrivals(this::acknowledge));
        if (arrivals.isPresent()) {
            for (MessageConsumer each : consumers) {
                each.setMessageListener(arrivals.get());
            }
        }
    }

    private static ByteBuffer newBuffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        if (arrivals.isPresent()) {
            return arrivals.get().take(maxWaitNanos, message -> hand(message, handler)) ? 1 : 0;
        }
        Message message = receive(maxWaitNanos);
        if (message == null) {
            return 0;
        }
        hand(message, handler);
        acknowledge(message);
        return 1;
    }

    /** Waits in whole milliseconds, as the interface does. */
    private Message receive(long maxWaitNanos) {
        try {
            return maxWaitNanos == 0
                    ? consumer.receiveNoWait()
                    : consumer.receive(Math.max(1, maxWaitNanos / NANOS_PER_MILLI));
        } catch (IllegalStateException e) {
            if (closed) {
                return null;
            }
            throw new TransportException("not received: " + e.getMessage(), e);
        } catch (JMSException e) {
            throw new TransportException("not received: " + e.getMessage(), e);
        }
    }

    private void hand(Message message, MessageHandler handler) {
        try {
            handler.onMessage(content(message, handler));
        } catch (JMSException e) {
            throw new TransportException("not received: " + e.getMessage(), e);
        }
    }

    /**
     * Returns the payload of a message.
     *
     * @param handler receives what is beside it
     */
    ByteBuffer content(Message message, MessageHandler handler) throws JMSException {
        if (message instanceof BytesMessage payload) {
            return copy(payload);
        }
        throw new TransportException("a message of type " + message.getClass().getSimpleName()
                + " (expected: BytesMessage); use queues that nobody else sends to");
    }

    final ByteBuffer copy(BytesMessage payload) throws JMSException {
        int length = (int) payload.getBodyLength();
        if (length > bytes.length) {
            bytes = new byte[length];
        }
        payload.readBytes(bytes, length);
        return copy(bytes, length);
    }

    final ByteBuffer copy(byte[] payload, int length) {
        if (length > buffer.capacity()) {
            buffer = newBuffer(length);
        }
        return buffer.clear().put(payload, 0, length).flip();
    }

    /**
     * Acknowledges a message. If that fails, as with each session that Artemis's client moves to a restarted broker, the provider delivers
     * again what was not acknowledged. The thread of the session.
     */
    private void acknowledge(Message message) {
        try {
            if (mode == Session.SESSION_TRANSACTED) {
                session.commit();
            } else if (!AcknowledgeMode.isAutomatic(mode)) {
                message.acknowledge();
            }
        } catch (JMSException e) {
            unacknowledged(e);
        }
    }

    private void unacknowledged(JMSException cause) {
        if (closed) {
            return;
        }
        incidents.unacknowledged(cause);
        try {
            redeliver();
        } catch (JMSException e) {
            throw new TransportException("not received: " + e.getMessage(), e);
        }
    }

    private void redeliver() throws JMSException {
        if (mode == Session.SESSION_TRANSACTED) {
            session.rollback();
        } else {
            session.recover();
        }
    }

    @Override
    public void close() {
        closed = true;
        arrivals.ifPresent(Arrivals::close);
        Connector.close(connection);
    }
}
