package io.twohop.transport.jms;

import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Session;

/**
 * The place of a deployed service's requests or replies: a queue's name, {@code queue://NAME} or {@code topic://NAME}.
 *
 * @param isTopic whether each consumer gets every message
 */
record Place(boolean isTopic, String name) {
    private static final String TOPIC = "topic://";
    private static final String QUEUE = "queue://";

    static Place of(String text) {
        if (text.startsWith(TOPIC)) {
            return new Place(true, text.substring(TOPIC.length()));
        }
        return new Place(false, text.startsWith(QUEUE) ? text.substring(QUEUE.length()) : text);
    }

    Destination destination(Session session) throws JMSException {
        return isTopic ? session.createTopic(name) : session.createQueue(name);
    }

    @Override
    public String toString() {
        return (isTopic ? "topic " : "queue ") + name;
    }
}
