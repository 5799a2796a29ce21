package io.twohop.transport.jms;

import io.twohop.transport.Incoming;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.TransportException;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.TextMessage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A subscription to a deployed service's replies, of any type, which hands out their properties as well. */
final class ReplySubscription extends JmsSubscription {
    private static final byte[] NOTHING = {};

    private final Beside beside;

    /** @param inbox empty if replies come by an existing queue or topic */
    ReplySubscription(
            Connection connection,
            MessageConsumer consumer,
            HandledMessages handled,
            int maxMessageBytes,
            Optional<Inbox> inbox)
            throws JMSException {
        super(connection, new MessageConsumer[] {consumer}, handled, maxMessageBytes);
        beside = new Beside(inbox);
    }

    /** Returns the payload; of a message that is neither text nor bytes, an empty one. */
    @Override
    ByteBuffer content(Message message, MessageHandler handler) throws JMSException {
        handler.beside(beside.of(message));
        if (message instanceof BytesMessage payload) {
            return copy(payload);
        }
        byte[] bytes = message instanceof TextMessage text && text.getText() != null
                ? text.getText().getBytes(StandardCharsets.UTF_8)
                : NOTHING;
        return copy(bytes, bytes.length);
    }

    private static final class Beside implements Incoming {
        private final Optional<Inbox> inbox;
        private Message message;

        Beside(Optional<Inbox> inbox) {
            this.inbox = inbox;
        }

        Beside of(Message reply) {
            message = reply;
            return this;
        }

        @Override
        public byte[] header(String name) {
            try {
                String property = MessageExtras.property(name);
                String value = property.equals(MessageExtras.CORRELATION_ID)
                        ? message.getJMSCorrelationID()
                        : message.getStringProperty(property);
                return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
            } catch (JMSException e) {
                throw new TransportException("a reply's property " + name + ": " + e.getMessage(), e);
            }
        }

        @Override
        public String address() {
            try {
                return inbox.isPresent() ? inbox.get().address(message) : null;
            } catch (JMSException e) {
                throw new TransportException("a reply's correlation id: " + e.getMessage(), e);
            }
        }
    }
}
