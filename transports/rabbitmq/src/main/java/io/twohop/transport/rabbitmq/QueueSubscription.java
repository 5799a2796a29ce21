package io.twohop.transport.rabbitmq;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import io.twohop.transport.TransportException;
import java.io.IOException;

/** Takes messages from the client's thread, and acknowledges those of a poll together. */
final class QueueSubscription extends DefaultConsumer implements Subscription {
    private final Connection connection;
    private final RabbitIncidents incidents;

    private final Arrivals arrivals;

    QueueSubscription(Connection connection, Channel channel, RabbitIncidents incidents, Arrivals arrivals) {
        super(channel);
        this.connection = connection;
        this.incidents = incidents;
        this.arrivals = arrivals;
    }

    @Override
    public void handleDelivery(String consumerTag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
        arrivals.add(envelope.getDeliveryTag(), properties, body);
    }

    /** Discards deliveries that were not handled yet: the server redelivers them. */
    @Override
    public void handleShutdownSignal(String consumerTag, ShutdownSignalException cause) {
        arrivals.clear();
        if (!cause.isHardError()) {
            incidents.ended(cause);
        }
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        int count = arrivals.poll(handler, maxWaitNanos);
        if (count > 0) {
            acknowledge(arrivals.lastTag());
        }
        return count;
    }

    private void acknowledge(long tag) {
        try {
            getChannel().basicAck(tag, true);
        } catch (AlreadyClosedException e) {
            // They come again once the client has connected again.
        } catch (IOException e) {
            throw new TransportException("not acknowledged: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        connection.abort(0);
    }
}
