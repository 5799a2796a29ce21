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
import io.twohop.transport.kit.AwaitedReplies;
import java.io.IOException;

/**
 * Takes messages from the client's thread, and acknowledges those of a poll together, a service's once their replies have outcomes: the
 * two go over connections of their own.
 */
final class QueueSubscription extends DefaultConsumer implements Subscription {
    private final Connection connection;
    private final RabbitIncidents incidents;

    private final Arrivals arrivals;
    private final AwaitedReplies replies;
    private final int mostUnacknowledged;
    private int unacknowledged;

    /**
     * @param replies those that the handler publishes
     * @param prefetch number of unacknowledged messages at which the server delivers no more
     */
    QueueSubscription(
            Connection connection,
            Channel channel,
            RabbitIncidents incidents,
            Arrivals arrivals,
            AwaitedReplies replies,
            int prefetch) {
        super(channel);
        this.connection = connection;
        this.incidents = incidents;
        this.arrivals = arrivals;
        this.replies = replies;
        // Beyond the prefetch the server would deliver nothing while the consumer waits for it.
        this.mostUnacknowledged = Math.max(1, Math.min(Arrivals.BATCH, prefetch / 2));
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
        boolean isFull = unacknowledged >= mostUnacknowledged;
        if (!settle(isFull ? maxWaitNanos : 0) && isFull) {
            return 0;
        }
        if (!arrivals.await(maxWaitNanos)) {
            return 0;
        }
        // What was handled before may be answered by now; the handler publishes more.
        int answered = unacknowledged > 0 && replies.haveOutcomes(0) ? unacknowledged : 0;
        long tag = arrivals.lastTag();
        int count = arrivals.hand(handler);
        if (answered > 0) {
            acknowledge(tag);
        }
        unacknowledged += count - answered;
        settle(0);
        return count;
    }

    /** Acknowledges all that was handled; returns false if some of its replies have no outcome within the time. */
    private boolean settle(long maxWaitNanos) {
        if (unacknowledged == 0) {
            return true;
        }
        if (!replies.haveOutcomes(maxWaitNanos)) {
            return false;
        }
        acknowledge(arrivals.lastTag());
        unacknowledged = 0;
        return true;
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
