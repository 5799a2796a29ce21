package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Subscription;
import io.twohop.transport.Incoming;
import io.twohop.transport.MessageHandler;
import java.nio.charset.StandardCharsets;

/** A subscription to an existing subject, which hands out headers and each message's subject as well. */
final class ReplySubscription extends NatsSubscription {
    private final Beside beside = new Beside();

    ReplySubscription(Connections connections, Connection connection, Subscription subscription, int maxMessageBytes) {
        super(
                connections,
                connection,
                subscription::nextMessage,
                subscription::getPendingMessageCount,
                false,
                maxMessageBytes);
    }

    @Override
    void hand(Message message, MessageHandler handler) {
        beside.message = message;
        handler.beside(beside);
        super.hand(message, handler);
    }

    private static final class Beside implements Incoming {
        private Message message;

        @Override
        public byte[] header(String name) {
            String last = message.hasHeaders() ? message.getHeaders().getLast(name) : null;
            return last == null ? null : last.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public String address() {
            return message.getSubject();
        }
    }
}
