package io.twohop.system.service;

import io.twohop.system.service.Message.Header;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A topic of requests, read by the only member of a group, and a topic of replies. */
final class KafkaWire implements Wire {
    private static final Duration READY_LIMIT = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final KafkaProducer<byte[], byte[]> producer;
    private final String replies;
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    /** Requests that arrived while the consumer was still being assigned partitions. */
    private final List<Message> early = new ArrayList<>();

    /** Returns once every request sent from now on will be read. */
    KafkaWire(Map<String, String> client, String requests, String replies) {
        this.replies = replies;
        Map<String, Object> consuming = new HashMap<>(client);
        consuming.put(ConsumerConfig.GROUP_ID_CONFIG, "misbehaving-" + requests);
        consuming.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "latest");
        consumer = new KafkaConsumer<>(consuming, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        Map<String, Object> producing = new HashMap<>(client);
        producing.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        producer = new KafkaProducer<>(producing, new ByteArraySerializer(), new ByteArraySerializer());
        try {
            awaitAssigned(requests);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private void awaitAssigned(String requests) {
        consumer.subscribe(List.of(requests));
        long deadline = System.nanoTime() + READY_LIMIT.toNanos();
        while (consumer.assignment().isEmpty()) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("no partition of " + requests + " was assigned");
            }
            consumer.poll(POLL).forEach(record -> early.add(message(record)));
        }
        // A consumer without a committed offset starts at the end as of this call, not of its first fetch.
        consumer.assignment().forEach(consumer::position);
        // The first answer must not wait for the topic's metadata.
        producer.partitionsFor(replies);
    }

    private static Message message(ConsumerRecord<byte[], byte[]> record) {
        List<Header> headers = new ArrayList<>();
        record.headers()
                .forEach(header ->
                        headers.add(new Header(header.key(), new String(header.value(), StandardCharsets.ISO_8859_1))));
        return new Message(record.value(), record.key(), headers, null);
    }

    @Override
    public void poll(Duration most, Consumer<Message> requests) {
        early.forEach(requests);
        early.clear();
        consumer.poll(most).forEach(record -> requests.accept(message(record)));
        Exception failed = failure.get();
        if (failed != null) {
            throw new KafkaException("a reply could not be sent", failed);
        }
    }

    @Override
    public void send(Message reply) {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(replies, reply.key(), reply.payload());
        reply.headers()
                .forEach(header ->
                        record.headers().add(header.name(), header.value().getBytes(StandardCharsets.ISO_8859_1)));
        producer.send(record, (sent, failed) -> failure.compareAndSet(null, failed));
    }

    @Override
    public void close() {
        producer.close();
        consumer.close();
    }
}
