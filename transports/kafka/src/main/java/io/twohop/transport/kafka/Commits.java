package io.twohop.transport.kafka;

import java.nio.ByteBuffer;
import java.util.Collection;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
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

    /** Takes note of records whose handlers have returned. */
    void handled(ConsumerRecords<byte[], ByteBuffer> records);

    /** Commits what is due. */
    void beforePoll(Consumer<byte[], ByteBuffer> consumer);

    /** Commits what can be of partitions that another consumer takes over. */
    void revoked(Consumer<byte[], ByteBuffer> consumer, Collection<TopicPartition> partitions);
}
