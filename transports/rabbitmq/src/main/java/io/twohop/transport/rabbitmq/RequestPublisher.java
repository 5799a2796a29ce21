package io.twohop.transport.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.impl.LongStringHelper;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Envelope;
import io.twohop.transport.Mark;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** A publisher of requests to a deployed service, with their number in headers or in the correlation id. */
final class RequestPublisher extends QueuePublisher {
    private final Inbox inbox;

    /** Keeps the ids apart from those of other runs: a service may drop a request whose id it has seen. */
    private final String ids = UUID.randomUUID() + "-";

    private Optional<Mark> correlation = Optional.empty();

    /** @param inbox receives the replies to requests that ask for the direct reply-to */
    RequestPublisher(
            Connection connection,
            Target target,
            Envelope envelope,
            RabbitConfig config,
            RabbitIncidents incidents,
            Acknowledgements acknowledgements,
            Inbox inbox)
            throws IOException {
        super(connection, new Target[] {target}, envelope, config, incidents, acknowledgements);
        this.inbox = inbox;
    }

    @Override
    public void marks(List<Mark> marks) {
        for (Mark mark : marks) {
            if (mark.part() == Mark.Part.INBOX) {
                askForReplies();
            }
            if (mark.part() == Mark.Part.INBOX || mark.name().equals(Beside.CORRELATION_ID)) {
                correlation = Optional.of(mark);
            } else {
                // The client reads the bytes during each publish.
                header(mark.name(), LongStringHelper.asLongString(mark.value()));
            }
        }
    }

    /** The server wants the consumer on the channel that publishes, and there first. */
    private void askForReplies() {
        try {
            inbox.receiveFor(channel());
        } catch (IOException e) {
            throw new TransportException("direct reply-to: " + Connector.words(e), e);
        }
        properties().replyTo(Inbox.REPLY_TO);
    }

    @Override
    String messageId(long number) {
        return ids + number;
    }

    @Override
    AMQP.BasicProperties properties(long number) {
        correlation.ifPresent(mark -> properties().correlationId(new String(mark.value(), StandardCharsets.US_ASCII)));
        return super.properties(number);
    }
}
