package io.twohop.transport.kafka;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.acl.AclOperation;

/** Creates producers and consumers that are connected, or reports why it cannot. */
final class Clients {
    private Clients() {}

    /** @param topics topics whose leaders the producer learns now, since the first send to each would wait for them */
    static KafkaProducer<byte[], byte[]> producer(Map<String, Object> settings, int number, List<String> topics) {
        settings.put(ProducerConfig.CLIENT_ID_CONFIG, "twohop-producer-" + number);
        try {
            KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings);
            try {
                topics.forEach(producer::partitionsFor);
                if (settings.containsKey(ProducerConfig.TRANSACTIONAL_ID_CONFIG)) {
                    producer.initTransactions();
                }
                return producer;
            } catch (KafkaException e) {
                producer.close(Duration.ZERO);
                throw e;
            }
        } catch (KafkaException e) {
            throw Refusals.refusal("producer of topic " + topics.get(0), e, AclOperation.WRITE);
        }
    }

    static KafkaConsumer<byte[], ByteBuffer> consumer(
            Map<String, Object> settings, List<String> topics, ConsumerGroup group, Commits commits)
            throws InterruptedException {
        try {
            KafkaConsumer<byte[], ByteBuffer> consumer = new KafkaConsumer<>(settings);
            group.join(consumer, commits);
            return consumer;
        } catch (KafkaException e) {
            throw Refusals.refusal("consumer of topic " + topics.get(0), e, AclOperation.READ);
        }
    }
}
