package io.twohop.transport.jms;

import io.twohop.transport.Envelope;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Optional;

/** Properties beside each payload: the key as a message group, headers, and the run's id on queues that are not the run's. */
final class MessageExtras {
    /** Names the run, by which its consumers select its messages on existing queues. */
    static final String RUN = "twohop_run";

    /** The header of JMS that stands for a property of this name. */
    static final String CORRELATION_ID = "JMSCorrelationID";

    /** The name of the same in other protocols. */
    private static final String PLAIN_CORRELATION_ID = "correlation_id";

    private static final String GROUP = "JMSXGroupID";

    private final Envelope envelope;
    private final String[] names;
    private final String[] keys;
    private final Optional<String> run;

    /** @param run the run's id; empty for queues of the run's own */
    MessageExtras(Envelope envelope, Optional<String> run) {
        this.envelope = envelope;
        this.run = run;
        this.names = envelope.headers().stream()
                .map(header -> property(header.name()))
                .toArray(String[]::new);
        this.keys = new String[envelope.keys()];
        for (int key = 0; key < keys.length; key++) {
            keys[key] = envelope.key(key);
        }
    }

    /** Returns the name of the property that stands for a header. Names of properties are identifiers of Java. */
    static String property(String header) {
        String name = header.replace('-', '_');
        return name.equals(PLAIN_CORRELATION_ID) ? CORRELATION_ID : name;
    }

    void put(Message message, int key) throws JMSException {
        if (keys.length > 0) {
            message.setStringProperty(GROUP, keys[key]);
        }
        for (int i = 0; i < names.length; i++) {
            message.setStringProperty(names[i], envelope.headers().get(i).value());
        }
        if (run.isPresent()) {
            message.setStringProperty(RUN, run.get());
        }
    }

    /** Returns the selector of the run's messages; null for all. */
    String selector() {
        return run.map(id -> RUN + " = '" + id + "'").orElse(null);
    }
}
