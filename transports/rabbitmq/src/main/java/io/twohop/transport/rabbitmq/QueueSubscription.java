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
import java.util.concurrent.TimeUnit;

/** Takes messages from the client's thread, and acknowledges those of a poll together, a service's once they are answered. */
final class QueueSubscription extends DefaultConsumer implements Subscription {
    /** A service that waits for messages looks for outcomes of its replies meanwhile: they let the server deliver more. */
    private static final long OUTCOMES_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Connection connection;
    private final RabbitIncidents incidents;

    private final Arrivals arrivals;
    private final HandledRequests handled;

    QueueSubscription(
            Connection connection,
            Channel channel,
            RabbitIncidents incidents,
            Arrivals arrivals,
            HandledRequests handled) {
        super(channel);
        this.connection = connection;
        this.incidents = incidents;
        this.arrivals = arrivals;
        this.handled = handled;
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
        acknowledgeAnswered();
        int count = arrivals.poll(handler, handled.isEmpty() ? maxWaitNanos : Math.min(maxWaitNanos, OUTCOMES_NANOS));
        if (count > 0) {
            handled.add(arrivals.lastTag());
            acknowledgeAnswered();
        }
        return count;
    }

    private void acknowledgeAnswered() {
        long tag = handled.takeAnswered();
        if (tag > 0) {
            acknowledge(tag);
        }
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
