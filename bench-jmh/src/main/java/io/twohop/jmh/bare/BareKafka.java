package io.twohop.jmh.bare;

import io.twohop.codec.Codec;
import io.twohop.event.OrderEvent;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka as in {@code kafka-latency.yaml}: a topic of one partition per hop, a thread for each of generator, service and sink. */
final class BareKafka implements BareClient {
    private static final Duration WAIT = Duration.ofMillis(10);

    @Override
    public boolean isSingleThreaded() {
        return false;
    }

    @Override
    public void run(BareLoad load, Supplier<Codec<OrderEvent>> codecs, Properties place) throws Exception {
        try (Admin admin = Admin.create(place)) {
            admin.createTopics(List.of(new NewTopic("requests", 1, (short) 1), new NewTopic("replies", 1, (short) 1)))
                    .all()
                    .get();
        }
        try (KafkaConsumer<byte[], byte[]> requests = consumer(place, "requests");
                KafkaConsumer<byte[], byte[]> replies = consumer(place, "replies");
                KafkaProducer<byte[], byte[]> generator = producer(place);
                KafkaProducer<byte[], byte[]> service = producer(place)) {
            BareCodec generatorCodec = new BareCodec(codecs.get());
            BareCodec requestCodec = new BareCodec(codecs.get());
            BareCodec replyCodec = new BareCodec(codecs.get());
            BareCodec sinkCodec = new BareCodec(codecs.get());
            load.run(
                    event -> send(generator, "requests", generatorCodec.encode(event)),
                    () -> {
                        for (ConsumerRecord<byte[], byte[]> request : requests.poll(WAIT)) {
                            OrderEvent event = requestCodec.decode(request.value());
                            send(service, "replies", replyCodec.encode(event));
                        }
                    },
                    () -> {
                        for (ConsumerRecord<byte[], byte[]> reply : replies.poll(WAIT)) {
                            load.arrive(sinkCodec.decode(reply.value()), System.nanoTime());
                        }
                    });
        }
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, String topic, byte[] message) {
        producer.send(new ProducerRecord<>(topic, 0, null, message));
    }

    private static KafkaConsumer<byte[], byte[]> consumer(Properties place, String topic) {
        Properties properties = new Properties();
        properties.putAll(place);
        properties.put("group.id", topic);
        properties.put("auto.offset.reset", "earliest");
        KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        consumer.subscribe(Set.of(topic));
        while (consumer.assignment().isEmpty()) {
            consumer.poll(WAIT);
        }
        return consumer;
    }

    private static KafkaProducer<byte[], byte[]> producer(Properties place) {
        Properties properties = new Properties();
        properties.putAll(place);
        properties.put("acks", "1");
        properties.put("linger.ms", "0");
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
