package io.twohop.transport.kafka;

import io.twohop.transport.MessageHandler;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/** A subscription that takes each message once, even if another consumer of the group read it before. */
final class PlacedSubscription extends KafkaSubscription {
    private final Places places;

    PlacedSubscription(Consumer<byte[], ByteBuffer> consumer, int maxMessageBytes, Places places) {
        super(consumer, maxMessageBytes);
        this.places = places;
    }

    @Override
    public int poll(MessageHandler handler, long maxWaitNanos) {
        ConsumerRecords<byte[], ByteBuffer> records = receive(maxWaitNanos);
        for (TopicPartition partition : records.partitions()) {
            List<ConsumerRecord<byte[], ByteBuffer>> some = records.records(partition);
            long first = places.take(partition, some.get(some.size() - 1).offset() + 1);
            for (ConsumerRecord<byte[], ByteBuffer> record : some) {
                if (record.offset() >= first) {
                    hand(record, handler);
                }
            }
        }
        return records.count();
    }
}
