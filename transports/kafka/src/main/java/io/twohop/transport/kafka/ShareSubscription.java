package io.twohop.transport.kafka;

import io.twohop.transport.MessageHandler;
import io.twohop.transport.Publisher;
import io.twohop.transport.Subscription;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.ShareConsumer;

/**
 * A consumer of a share group, which acknowledges each record after its handler has returned, and a service's after the brokers have
 * acknowledged its replies: a service that dies between the two would lose the message. An implicit acknowledgement leaves with the
 * next poll, an explicit one as soon as nothing is awaited.
 */
final class ShareSubscription implements Subscription {
    /** Publisher of a consumer that answers nothing: no reply is awaited. */
    static final Publisher NO_REPLIES = (message, correlation) -> false;

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

    private final ShareConsumer<byte[], ByteBuffer> consumer;
    private final MessageCopy copy;
    private final ShareGroup group;
    private final boolean explicit;
    private final Publisher replies;
    private Duration wait = Duration.ZERO;
    private boolean handled;

    /** @param replies publisher that the handler uses, or {@link #NO_REPLIES} */
    ShareSubscription(
            ShareConsumer<byte[], ByteBuffer> consumer,
            int maxMessageBytes,
            ShareGroup group,
            boolean explicit,
            Publisher replies) {
        this.consumer = consumer;
        this.copy = new MessageCopy(maxMessageBytes);
        this.group = group;
        this.explicit = explicit;
        this.replies = replies;
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        if (wait.toNanos() != maxWaitNanos) {
            wait = Duration.ofNanos(maxWaitNanos);
        }
        if (!acknowledge(wait)) {
            return 0;
        }
        ConsumerRecords<byte[], ByteBuffer> records = consumer.poll(wait);
        if (records.isEmpty()) {
            return 0;
        }
        for (ConsumerRecord<byte[], ByteBuffer> record : records) {
            if (record.deliveryCount().orElse((short) 1) > 1) {
                group.redelivered();
            }
            copy.hand(record, handler);
            if (explicit) {
                consumer.acknowledge(record);
            }
        }
        handled = true;
        acknowledge(Duration.ZERO);
        return records.count();
    }

    /**
     * Lets the acknowledgements of the last poll leave.
     *
     * @return false if replies are still without an acknowledgement; the consumer must not be polled then
     */
    private boolean acknowledge(Duration limit) {
        if (!handled) {
            return true;
        }
        try {
            if (!replies.awaitAcknowledged(limit)) {
                return false;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
        if (explicit) {
            consumer.commitAsync();
        }
        handled = false;
        return true;
    }

    @Override
    public void close() {
        consumer.close(CLOSE_LIMIT);
    }
}
