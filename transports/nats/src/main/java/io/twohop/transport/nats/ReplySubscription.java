package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.nats.client.Message;
import io.nats.client.Subscription;
import io.twohop.transport.Incoming;
import io.twohop.transport.MessageHandler;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

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
        /** Headers of the protocol for services (ADR-32 of NATS). */
        private static final String ERROR_CODE = "Nats-Service-Error-Code";

        private static final String ERROR = "Nats-Service-Error";

        private Message message;

        @Override
        public byte[] header(String name) {
            String last = message.hasHeaders() ? message.getHeaders().getLast(name) : null;
            return last == null ? null : last.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public String failure() {
            String code = message.hasHeaders() ? message.getHeaders().getFirst(ERROR_CODE) : null;
            return code == null
                    ? null
                    : (code + " " + Objects.toString(message.getHeaders().getFirst(ERROR), "")).strip();
        }

        @Override
        public String address() {
            return message.getSubject();
        }
    }
}
