package io.twohop.jmh.bare;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import io.twohop.codec.Codec;
import io.twohop.event.OrderEvent;
import java.io.IOException;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * RabbitMQ as in {@code rabbitmq-transient.yaml}: a queue per hop, confirms that nobody waits for, manual acknowledgements, and a thread
 * and a connection for each of generator, sink, and the service's two sides.
 */
final class BareRabbit implements BareClient {
    private static final int WAIT_MILLIS = 10;
    private static final int PREFETCH = 100;
    private static final AMQP.BasicProperties TRANSIENT =
            new AMQP.BasicProperties.Builder().deliveryMode(1).build();

    @Override
    public boolean isSingleThreaded() {
        return false;
    }

    @Override
    public void run(BareLoad load, Supplier<Codec<OrderEvent>> codecs, Properties place) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(place.getProperty("uri"));
        factory.setUsername(place.getProperty("username"));
        factory.setPassword(place.getProperty("password"));
        try (Connection generator = factory.newConnection();
                Connection serviceIn = factory.newConnection();
                Connection serviceOut = factory.newConnection();
                Connection sink = factory.newConnection()) {
            Channel toService = confirming(generator);
            Channel toSink = confirming(serviceOut);
            Arrivals requests = new Arrivals(serviceIn.createChannel(), "requests");
            Arrivals replies = new Arrivals(sink.createChannel(), "replies");
            BareCodec generatorCodec = new BareCodec(codecs.get());
            BareCodec requestCodec = new BareCodec(codecs.get());
            BareCodec replyCodec = new BareCodec(codecs.get());
            BareCodec sinkCodec = new BareCodec(codecs.get());
            load.run(
                    event -> send(toService, "requests", generatorCodec.encode(event)),
                    () -> {
                        Delivery request = requests.next();
                        if (request != null) {
                            OrderEvent event = requestCodec.decode(request.getBody());
                            send(toSink, "replies", replyCodec.encode(event));
                            requests.acknowledge(request);
                        }
                    },
                    () -> {
                        Delivery reply = replies.next();
                        if (reply != null) {
                            load.arrive(sinkCodec.decode(reply.getBody()), System.nanoTime());
                            replies.acknowledge(reply);
                        }
                    });
        }
    }

    private static Channel confirming(Connection connection) throws IOException {
        Channel channel = connection.createChannel();
        channel.confirmSelect();
        channel.addConfirmListener((tag, multiple) -> {}, (tag, multiple) -> {});
        return channel;
    }

    private static void send(Channel channel, String queue, byte[] message) {
        try {
            channel.basicPublish("", queue, true, TRANSIENT, message);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The messages of a queue. */
    private static final class Arrivals extends DefaultConsumer {
        private final BlockingQueue<Delivery> arrived = new LinkedBlockingQueue<>();

        Arrivals(Channel channel, String queue) throws IOException {
            super(channel);
            channel.queueDeclare(queue, false, false, false, Map.of());
            channel.basicQos(PREFETCH);
            channel.basicConsume(queue, false, this);
        }

        @Override
        public void handleDelivery(String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
            arrived.add(new Delivery(envelope, properties, body));
        }

        /** Returns null if none came in time. */
        Delivery next() throws InterruptedException {
            return arrived.poll(WAIT_MILLIS, TimeUnit.MILLISECONDS);
        }

        void acknowledge(Delivery delivery) throws IOException {
            getChannel().basicAck(delivery.getEnvelope().getDeliveryTag(), true);
        }
    }
}
