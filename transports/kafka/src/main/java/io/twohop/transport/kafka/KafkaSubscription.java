package io.twohop.transport.kafka;

import io.twohop.transport.MessageHandler;
import io.twohop.transport.Subscription;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/** A consumer of a group, which copies each message into direct memory. */
class KafkaSubscription implements Subscription {
    private final Consumer<byte[], ByteBuffer> consumer;
    private final MessageCopy copy;
    private final Commits commits;
    private Duration wait = Duration.ZERO;

    KafkaSubscription(Consumer<byte[], ByteBuffer> consumer, int maxMessageBytes) {
        this(consumer, maxMessageBytes, Commits.OF_CLIENT);
    }

    KafkaSubscription(Consumer<byte[], ByteBuffer> consumer, int maxMessageBytes, Commits commits) {
        this.consumer = consumer;
        this.commits = commits;
        this.copy = new MessageCopy(maxMessageBytes);
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        commits.beforePoll(consumer);
        ConsumerRecords<byte[], ByteBuffer> records = receive(maxWaitNanos);
        hand(records, handler);
        commits.handled(records);
        return records.count();
    }

    final ConsumerRecords<byte[], ByteBuffer> receive(long maxWaitNanos) {
        if (wait.toNanos() != maxWaitNanos) {
            wait = Duration.ofNanos(maxWaitNanos);
        }
        return consumer.poll(wait);
    }

    final void hand(ConsumerRecords<byte[], ByteBuffer> records, MessageHandler handler) {
        for (ConsumerRecord<byte[], ByteBuffer> record : records) {
            hand(record, handler);
        }
    }

    final void hand(ConsumerRecord<byte[], ByteBuffer> record, MessageHandler handler) {
        copy.hand(record, handler);
    }

    final Consumer<byte[], ByteBuffer> consumer() {
        return consumer;
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(Duration.ofSeconds(2)));
    }
}
