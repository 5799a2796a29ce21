package io.twohop.transport.jms;

import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Mark;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Session;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** A publisher of requests to a deployed service, with their number in properties or in the correlation id. */
final class RequestPublisher extends JmsPublisher {
    private final boolean isText;
    private final Inbox inbox;
    private List<Mark> properties = List.of();
    private Optional<Mark> toInbox = Optional.empty();

    /**
     * @param isText whether requests are text messages
     * @param inbox receives the replies to requests that ask for it
     */
    RequestPublisher(
            Ends ends,
            MessageExtras extras,
            int maxInFlight,
            Acknowledgements acknowledgements,
            JmsIncidents incidents,
            boolean isText,
            Inbox inbox) {
        super(ends, extras, maxInFlight, acknowledgements, incidents);
        this.isText = isText;
        this.inbox = inbox;
    }

    @Override
    public void marks(List<Mark> marks) {
        properties = marks.stream()
                .filter(mark -> mark.part() == Mark.Part.HEADER)
                .map(mark -> new Mark(mark.part(), MessageExtras.property(mark.name()), mark.value()))
                .toList();
        toInbox = marks.stream().filter(mark -> mark.part() == Mark.Part.INBOX).findFirst();
    }

    @Override
    Message message(Session session, byte[] payload, int length) throws JMSException {
        Message message = isText
                ? session.createTextMessage(new String(payload, 0, length, StandardCharsets.UTF_8))
                : super.message(session, payload, length);
        for (Mark mark : properties) {
            if (mark.name().equals(MessageExtras.CORRELATION_ID)) {
                message.setJMSCorrelationID(text(mark));
            } else {
                message.setStringProperty(mark.name(), text(mark));
            }
        }
        if (toInbox.isPresent()) {
            inbox.mark(message, text(toInbox.get()));
        }
        return message;
    }

    private static String text(Mark mark) {
        return new String(mark.value(), StandardCharsets.US_ASCII);
    }

    @Override
    void sent(Message message) throws JMSException {
        if (toInbox.isPresent()) {
            inbox.sent(message);
        }
    }
}
