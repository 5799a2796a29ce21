package io.twohop.transport.kafka;

import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import io.twohop.transport.kit.AwaitedReplies;
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
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

    private final ShareConsumer<byte[], ByteBuffer> consumer;
    private final MessageCopy copy;
    private final ShareGroup group;
    private final boolean explicit;
    private final AwaitedReplies replies;
    private Duration wait = Duration.ZERO;
    private boolean handled;

    /** @param replies those that the handler publishes */
    ShareSubscription(
            ShareConsumer<byte[], ByteBuffer> consumer,
            int maxMessageBytes,
            ShareGroup group,
            boolean explicit,
            AwaitedReplies replies) {
        this.consumer = consumer;
        this.copy = new MessageCopy(maxMessageBytes);
        this.group = group;
        this.explicit = explicit;
        this.replies = replies;
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        if (!acknowledge(maxWaitNanos)) {
            return 0;
        }
        if (wait.toNanos() != maxWaitNanos) {
            wait = Duration.ofNanos(maxWaitNanos);
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
        acknowledge(0);
        return records.count();
    }

    /**
     * Lets the acknowledgements of the last poll leave.
     *
     * @return false if replies are still without an acknowledgement; the consumer must not be polled then
     */
    private boolean acknowledge(long maxWaitNanos) {
        if (!handled) {
            return true;
        }
        if (!replies.haveOutcomes(maxWaitNanos)) {
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
