package io.twohop.transport.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import java.io.IOException;
import java.util.Optional;

/**
 * Replies to requests that ask for RabbitMQ's direct reply-to. The server gives each reply to the channel that published its request, with
 * no queue between and without acknowledgements, so the channels of all publishers consume for this one subscription.
 */
final class Inbox implements Subscription {
    /** The address that the server replaces by one of the publishing channel. */
    static final String REPLY_TO = "amq.rabbitmq.reply-to";

    private final Arrivals arrivals;

    Inbox(String name, int maxMessageBytes) {
        arrivals = new Arrivals(maxMessageBytes, Optional.of(new Beside(name)));
    }

    /** Receives the replies to the messages that a channel publishes from now on. */
    void receiveFor(Channel channel) throws IOException {
        channel.basicConsume(REPLY_TO, true, new DefaultConsumer(channel) {
            @Override
            public void handleDelivery(
                    String consumerTag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
                arrivals.add(envelope.getDeliveryTag(), properties, body);
            }
        });
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        return arrivals.poll(handler, maxWaitNanos);
    }
}
