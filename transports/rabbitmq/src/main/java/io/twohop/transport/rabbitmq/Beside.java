package io.twohop.transport.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.LongString;
import io.twohop.transport.Incoming;
import java.nio.charset.StandardCharsets;

/** The properties of a reply. One thread. */
final class Beside implements Incoming {
    /** The header that stands for the property of the same name. */
    static final String CORRELATION_ID = "correlation_id";

    private final String inbox;
    private AMQP.BasicProperties properties;

    /** @param inbox the name of the run's inbox, to which the correlation id is added; {@code null} for an existing queue */
    Beside(String inbox) {
        this.inbox = inbox;
    }

    Beside of(AMQP.BasicProperties ofReply) {
        properties = ofReply;
        return this;
    }

    @Override
    public byte[] header(String name) {
        Object value = name.equals(CORRELATION_ID)
                ? properties.getCorrelationId()
                : properties.getHeaders() == null
                        ? null
                        : properties.getHeaders().get(name);
        if (value instanceof LongString text) {
            return text.getBytes();
        }
        return value == null ? null : value.toString().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String address() {
        return inbox == null || properties.getCorrelationId() == null ? null : inbox + properties.getCorrelationId();
    }
}
