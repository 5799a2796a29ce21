package io.twohop.transport.kafka;

import io.twohop.transport.kafka.broker.EmbeddedCluster;
import io.twohop.workload.JvmOptions;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The two-hop path by Kafka's client alone, without anything of the harness: what its medians are compared with. Not a
 * test; docs/kafka.md says how it is run. Arguments: messages per second, seconds to warm up, seconds to measure.
 */
public final class BarePingPong {
    private static final int BYTES = 512 + 32;
    private static final long PARK_ABOVE_NANOS = 200_000;
    private static final long PARK_UNTIL_NANOS = 150_000;

    private BarePingPong() {}

    public static void main(String[] arguments) throws Exception {
        double perSecond = Double.parseDouble(arguments[0]);
        long warmup = Long.parseLong(arguments[1]);
        long measured = Long.parseLong(arguments[2]);
        Path directory = Files.createTempDirectory("bare-");
        JvmOptions jvm = new JvmOptions("512m", JvmOptions.Gc.G1, List.of());
        try (EmbeddedCluster cluster = new EmbeddedCluster(1, jvm, Map.of(), directory, directory)) {
            new BarePingPong().run(cluster.bootstrapServers(), perSecond, warmup, measured);
        }
        Runtime.getRuntime().halt(0);
    }

    private void run(String bootstrap, double perSecond, long warmup, long measured) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(List.of(new NewTopic("there", 1, (short) 1), new NewTopic("back", 1, (short) 1)))
                    .all()
                    .get();
        }
        KafkaConsumer<byte[], byte[]> there = consumer(bootstrap, "there");
        KafkaConsumer<byte[], byte[]> back = consumer(bootstrap, "back");
        KafkaProducer<byte[], byte[]> requests = producer(bootstrap);
        KafkaProducer<byte[], byte[]> replies = producer(bootstrap);
        daemon(() -> {
            while (true) {
                for (ConsumerRecord<byte[], byte[]> record : there.poll(Duration.ofMillis(10))) {
                    replies.send(new ProducerRecord<>("back", 0, null, record.value()));
                }
            }
        });
        long start = System.nanoTime() + 1_000_000_000L;
        long measureFrom = start + warmup * 1_000_000_000L;
        Histogram latencies = new Histogram(3_600_000_000_000L, 3);
        Thread sink = daemon(() -> {
            long count = 0;
            while (count < (long) (perSecond * (warmup + measured))) {
                for (ConsumerRecord<byte[], byte[]> record : back.poll(Duration.ofMillis(10))) {
                    long intended = ByteBuffer.wrap(record.value()).getLong();
                    if (intended >= measureFrom) {
                        latencies.recordValue(System.nanoTime() - intended);
                    }
                    count++;
                }
            }
        });
        send(requests, start, perSecond, (long) (perSecond * (warmup + measured)));
        sink.join();
        System.out.printf(
                "bare p50 %.1f p90 %.1f p99 %.1f p99.9 %.1f us, %d samples%n",
                latencies.getValueAtPercentile(50) / 1e3,
                latencies.getValueAtPercentile(90) / 1e3,
                latencies.getValueAtPercentile(99) / 1e3,
                latencies.getValueAtPercentile(99.9) / 1e3,
                latencies.getTotalCount());
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, long start, double perSecond, long count) {
        byte[] random = new byte[BYTES];
        new Random(1).nextBytes(random);
        for (long i = 0; i < count; i++) {
            long intended = start + (long) (i * 1e9 / perSecond);
            for (long left = intended - System.nanoTime(); left > 0; left = intended - System.nanoTime()) {
                if (left > PARK_ABOVE_NANOS) {
                    LockSupport.parkNanos(left - PARK_UNTIL_NANOS);
                } else {
                    Thread.yield();
                }
            }
            byte[] value = random.clone();
            ByteBuffer.wrap(value).putLong(intended);
            producer.send(new ProducerRecord<>("there", 0, null, value));
        }
    }

    private static KafkaConsumer<byte[], byte[]> consumer(String bootstrap, String topic) {
        KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "group.id", topic, "auto.offset.reset", "earliest"),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
        consumer.subscribe(Set.of(topic));
        while (consumer.assignment().isEmpty()) {
            consumer.poll(Duration.ofMillis(20));
        }
        return consumer;
    }

    private static KafkaProducer<byte[], byte[]> producer(String bootstrap) {
        return new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap, "acks", "1", "linger.ms", "0"),
                new ByteArraySerializer(),
                new ByteArraySerializer());
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
