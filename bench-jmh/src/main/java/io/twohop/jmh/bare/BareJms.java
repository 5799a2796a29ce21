package io.twohop.jmh.bare;

import io.twohop.codec.Codec;
import io.twohop.event.OrderEvent;
import jakarta.jms.BytesMessage;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.Properties;
import java.util.function.Supplier;

/**
 * JMS over Artemis as in {@code jms.yaml}: a queue per hop, sends that complete on the client's thread, each message acknowledged, and a
 * thread and a connection for each of generator, sink, and the service's two sides.
 */
final class BareJms implements BareClient {
    private static final String FACTORY = "org.apache.activemq.artemis.jms.client.ActiveMQJMSConnectionFactory";
    private static final int WAIT_MILLIS = 10;
    private static final CompletionListener NOTHING = new CompletionListener() {
        @Override
        public void onCompletion(Message message) {
            // A run counts it.
        }

        @Override
        public void onException(Message message, Exception exception) {
            throw new IllegalStateException(exception);
        }
    };

    @Override
    public boolean isSingleThreaded() {
        return false;
    }

    @Override
    public void run(BareLoad load, Supplier<Codec<OrderEvent>> codecs, Properties place) throws Exception {
        String url = place.getProperty("url") + "?confirmationWindowSize=1048576&blockOnNonDurableSend=true";
        ConnectionFactory factory = (ConnectionFactory)
                Class.forName(FACTORY).getConstructor(String.class).newInstance(url);
        try (Sender generator = new Sender(connect(factory, place), "requests");
                Receiver serviceIn = new Receiver(connect(factory, place), "requests");
                Sender serviceOut = new Sender(connect(factory, place), "replies");
                Receiver sink = new Receiver(connect(factory, place), "replies")) {
            BareCodec generatorCodec = new BareCodec(codecs.get());
            BareCodec requestCodec = new BareCodec(codecs.get());
            BareCodec replyCodec = new BareCodec(codecs.get());
            BareCodec sinkCodec = new BareCodec(codecs.get());
            load.run(
                    event -> generator.send(generatorCodec.encode(event)),
                    () -> {
                        Message request = serviceIn.next();
                        if (request != null) {
                            serviceOut.send(replyCodec.encode(requestCodec.decode(bytes(request))));
                            request.acknowledge();
                        }
                    },
                    () -> {
                        Message reply = sink.next();
                        if (reply != null) {
                            load.arrive(sinkCodec.decode(bytes(reply)), System.nanoTime());
                            reply.acknowledge();
                        }
                    });
        }
    }

    private static Connection connect(ConnectionFactory factory, Properties place) throws JMSException {
        return factory.createConnection(place.getProperty("user"), place.getProperty("password"));
    }

    private static byte[] bytes(Message message) throws JMSException {
        return message.getBody(byte[].class);
    }

    private static final class Sender implements AutoCloseable {
        private final Connection connection;
        private final Session session;
        private final MessageProducer producer;

        Sender(Connection connection, String queue) throws JMSException {
            this.connection = connection;
            session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
            producer = session.createProducer(session.createQueue(queue));
            producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
            connection.start();
        }

        void send(byte[] bytes) {
            try {
                BytesMessage message = session.createBytesMessage();
                message.writeBytes(bytes);
                producer.send(message, NOTHING);
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() throws JMSException {
            connection.close();
        }
    }

    private static final class Receiver implements AutoCloseable {
        private final Connection connection;
        private final MessageConsumer consumer;

        Receiver(Connection connection, String queue) throws JMSException {
            this.connection = connection;
            Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
            consumer = session.createConsumer(session.createQueue(queue));
            connection.start();
        }

        /** Returns null if none came in time. */
        Message next() throws JMSException {
            return consumer.receive(WAIT_MILLIS);
        }

        @Override
        public void close() throws JMSException {
            connection.close();
        }
    }
}
