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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Takes messages from the client's thread, copies each into direct memory, and acknowledges those of a poll together. */
final class QueueSubscription extends DefaultConsumer implements Subscription {
    private static final int BATCH = 64;

    private record Delivery(long tag, byte[] data) {}

    private final Connection connection;
    private final RabbitIncidents incidents;

    /** The server bounds its length. */
    private final BlockingQueue<Delivery> arrived = new LinkedBlockingQueue<>();

    private ByteBuffer buffer;

    QueueSubscription(Connection connection, Channel channel, RabbitIncidents incidents, int maxMessageBytes) {
        super(channel);
        this.connection = connection;
        this.incidents = incidents;
        this.buffer = newBuffer(maxMessageBytes);
    }

    private static ByteBuffer newBuffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    }

    @Override
    public void handleDelivery(String consumerTag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
        arrived.add(new Delivery(envelope.getDeliveryTag(), body));
    }

    /** Discards deliveries that were not handled yet: the server redelivers them. */
    @Override
    public void handleShutdownSignal(String consumerTag, ShutdownSignalException cause) {
        arrived.clear();
        if (!cause.isHardError()) {
            incidents.ended(cause);
        }
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        int count = 0;
        Delivery last = null;
        Delivery delivery = next(maxWaitNanos);
        while (delivery != null) {
            if (delivery.data().length > buffer.capacity()) {
                buffer = newBuffer(delivery.data().length);
            }
            handler.onMessage(buffer.clear().put(delivery.data()).flip());
            last = delivery;
            delivery = ++count < BATCH ? arrived.poll() : null;
        }
        if (last != null) {
            acknowledge(last.tag());
        }
        return count;
    }

    private Delivery next(long maxWaitNanos) {
        try {
            return maxWaitNanos == 0 ? arrived.poll() : arrived.poll(maxWaitNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
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
