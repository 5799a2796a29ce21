package io.twohop.transport.jms;

import io.twohop.config.Secrets;
import io.twohop.config.Texts;
import io.twohop.transport.Creation;
import io.twohop.transport.Sweeper;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TextMessage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Deletes queues and topics. JMS has no way to do so: Classic's connections have one, Artemis's broker takes messages to its management
 * address, and of other providers the user deletes them.
 */
final class JmsSweeper implements Sweeper {
    static final String QUEUE = "queue";
    static final String TOPIC = "topic";

    private static final String MANAGEMENT = "activemq.management";
    private static final long ANSWER_MILLIS = 5_000;

    private final Connection connection;
    private final String place;

    JmsSweeper(Connection connection, String place) {
        this.connection = connection;
        this.place = place;
    }

    @Override
    public String place() {
        return place;
    }

    Creation creation(String kind, String name) {
        return new Creation(place, kind, name);
    }

    @Override
    public Map<Creation, String> delete(Collection<Creation> creations) {
        Map<Creation, String> failed = new LinkedHashMap<>();
        for (Creation creation : creations) {
            try {
                delete(creation).ifPresent(why -> failed.put(creation, why));
            } catch (JMSException | ReflectiveOperationException e) {
                Throwable cause = e instanceof InvocationTargetException thrown ? thrown.getCause() : e;
                failed.put(creation, Secrets.redact(Texts.of(cause)));
            }
        }
        return failed;
    }

    private Optional<String> delete(Creation creation) throws JMSException, ReflectiveOperationException {
        Optional<Method> ofClassic = Arrays.stream(connection.getClass().getMethods())
                .filter(method -> method.getName().equals("destroyDestination") && method.getParameterCount() == 1)
                .findFirst();
        try (Session session = connection.createSession(false, Session.AUTO_ACKNOWLEDGE)) {
            if (ofClassic.isPresent()) {
                Destination destination = creation.kind().equals(TOPIC)
                        ? session.createTopic(creation.name())
                        : session.createQueue(creation.name());
                ofClassic.get().invoke(connection, destination);
                return Optional.empty();
            }
            String provider = connection.getClass().getName();
            return provider.startsWith("org.apache.activemq.artemis.")
                    ? deleteAddress(session, creation.name())
                    : Optional.of("JMS cannot delete it; delete the " + creation.kind() + " " + creation.name()
                            + " with the provider's own tools");
        }
    }

    /** Deletes an address of Artemis with its queues. An address that does not exist counts as deleted. */
    private static Optional<String> deleteAddress(Session session, String name) throws JMSException {
        TemporaryQueue answers = session.createTemporaryQueue();
        try (MessageConsumer consumer = session.createConsumer(answers)) {
            TextMessage request = session.createTextMessage("[\"" + name + "\",true]");
            request.setStringProperty("_AMQ_ResourceName", "broker");
            request.setStringProperty("_AMQ_OperationName", "deleteAddress");
            request.setJMSReplyTo(answers);
            session.createProducer(session.createQueue(MANAGEMENT)).send(request);
            Message answer = consumer.receive(ANSWER_MILLIS);
            if (answer == null) {
                return Optional.of("no answer within " + ANSWER_MILLIS / 1_000 + " s; let this user manage "
                        + MANAGEMENT + ", or delete the address " + name);
            }
            String text = answer instanceof TextMessage words ? String.valueOf(words.getText()) : "";
            boolean isGone = text.contains("AMQ229203") || text.contains("does not exist");
            return answer.getBooleanProperty("_AMQ_OperationSucceeded") || isGone
                    ? Optional.empty()
                    : Optional.of(text);
        } finally {
            answers.delete();
        }
    }

    @Override
    public void close() {
        Connector.close(connection);
    }
}
