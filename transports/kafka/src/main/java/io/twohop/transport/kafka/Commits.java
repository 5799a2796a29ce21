package io.twohop.transport.kafka;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Commits the positions behind what a consumer has handled. The thread that polls the consumer. */
interface Commits {
    /** The client commits in its polls, or nobody does, as the properties of the consumer say. */
    Commits OF_CLIENT = new Commits() {
        @Override
        public void handled(ConsumerRecords<byte[], ByteBuffer> records) {}

        @Override
        public void beforePoll(Consumer<byte[], ByteBuffer> consumer) {}

        @Override
        public void revoked(Consumer<byte[], ByteBuffer> consumer, Collection<TopicPartition> partitions) {}
    };

    /** Returns the positions behind records. Clients older than Kafka 4 do not tell them. */
    static Map<TopicPartition, OffsetAndMetadata> behind(ConsumerRecords<byte[], ByteBuffer> records) {
        Map<TopicPartition, OffsetAndMetadata> positions = new HashMap<>();
        for (TopicPartition partition : records.partitions()) {
            List<ConsumerRecord<byte[], ByteBuffer>> some = records.records(partition);
            positions.put(
                    partition, new OffsetAndMetadata(some.get(some.size() - 1).offset() + 1));
        }
        return positions;
    }

    /** Takes note of records whose handlers have returned. */
    void handled(ConsumerRecords<byte[], ByteBuffer> records);

    /** Commits what is due. */
    void beforePoll(Consumer<byte[], ByteBuffer> consumer);

    /** Commits what can be of partitions that another consumer takes over. */
    void revoked(Consumer<byte[], ByteBuffer> consumer, Collection<TopicPartition> partitions);
}
