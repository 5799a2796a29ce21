package io.twohop.transport.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ShutdownSignalException;
import io.twohop.transport.TransportException;
import java.util.Optional;

/**
 * The server's reason for closing a channel.
 *
 * @param code of AMQP, such as {@link AMQP#NOT_FOUND}
 */
record Refusal(int code, String text) {
    /** Returns the reason in a failure or its cause; empty if the server closed no channel. */
    static Optional<Refusal> of(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ShutdownSignalException signal
                    && signal.getReason() instanceof AMQP.Channel.Close close) {
                return Optional.of(new Refusal(close.getReplyCode(), close.getReplyText()));
            }
        }
        return Optional.empty();
    }

    boolean isOf(int reason) {
        return code == reason;
    }

    /** Returns the failure of messages that the server does not take. */
    TransportException ofMessage() {
        return new TransportException("RabbitMQ takes no message: " + text
                + (isOf(AMQP.ACCESS_REFUSED) ? "; let this user write to that exchange" : ""));
    }
}
