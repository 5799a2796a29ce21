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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/** Receives from the queues or topics of a channel, and copies each message into direct memory. */
class JmsSubscription implements Subscription {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long OUTCOMES_NANOS = 10_000_000;

    private final Connection connection;
    private final MessageConsumer consumer;
    private final Optional<Arrivals> arrivals;
    private final HandledMessages handled;
    private ByteBuffer buffer;
    private byte[] bytes = new byte[0];
    private volatile boolean closed;

    /**
     * Its messages arrive from now on.
     *
     * @param handled of the consumers' session
     */
    JmsSubscription(Connection connection, MessageConsumer[] consumers, HandledMessages handled, int maxMessageBytes)
            throws JMSException {
        this.connection = connection;
        this.handled = handled;
        this.buffer = newBuffer(maxMessageBytes);
        this.consumer = consumers[0];
        this.arrivals = consumers.length == 1 ? Optional.empty() : Optional.of(new Arrivals(this::settle));
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
        if (!handled.makeRoom(maxWaitNanos)) {
            return 0;
        }
        Message message = receive(maxWaitNanos);
        if (message == null) {
            return 0;
        }
        hand(message, handler);
        handled.add(message);
        return 1;
    }

    /** Waits with a full number of messages on the session's thread, which delivers none meanwhile. */
    private void settle(Message message) {
        handled.add(message);
        while (!handled.makeRoom(OUTCOMES_NANOS) && !closed) {
            // Closing must not wait for outcomes that never come.
        }
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
        handled.received();
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

    @Override
    public void close() {
        closed = true;
        handled.closing();
        if (arrivals.isPresent()) {
            arrivals.get().close();
        } else {
            // Nobody else would take it from a queue of the user's own.
            handled.acknowledge(0);
        }
        Connector.close(connection);
    }
}
