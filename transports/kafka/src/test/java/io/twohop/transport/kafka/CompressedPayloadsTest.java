package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.twohop.config.Size;
import io.twohop.event.EventSource;
import io.twohop.event.RandomBytes;
import io.twohop.workload.Payload.RandomContent;
import io.twohop.workload.PayloadSize;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.LogDirDescription;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ReplicaInfo;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Payloads of a workload in the codecs of Kafka's producer, measured in the log of a real broker. */
@Timeout(120)
class CompressedPayloadsTest {
    private static final PayloadSize SIZES =
            new PayloadSize(null, null, Map.of("200", "60 %", "1k", "30 %", "10k", "10 %"), null);
    private static final int MESSAGES = 1_000;

    private final String topic = "compressed-" + UUID.randomUUID();
    private final Admin admin = SharedBroker.admin();

    @BeforeEach
    void createTopic() throws Exception {
        admin.createTopics(List.of(new NewTopic(topic, 1, (short) 1))).all().get();
    }

    @AfterEach
    void deleteTopic() throws Exception {
        admin.deleteTopics(Set.of(topic)).all().get();
        admin.close();
    }

    /** Returns the bytes of the payloads that were published. */
    private long publish(String codec, EventSource<ByteBuffer> source) {
        Map<String, Object> settings = Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                SharedBroker.bootstrapServers(),
                ProducerConfig.COMPRESSION_TYPE_CONFIG,
                codec,
                ProducerConfig.BATCH_SIZE_CONFIG,
                256 << 10,
                ProducerConfig.LINGER_MS_CONFIG,
                200);
        long bytes = 0;
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < MESSAGES; i++) {
                ByteBuffer payload = source.next(i, i);
                byte[] copy = new byte[payload.remaining()];
                payload.get(payload.position(), copy);
                bytes += copy.length;
                producer.send(new ProducerRecord<>(topic, copy));
            }
        }
        return bytes;
    }

    private long logBytes() throws Exception {
        Map<Integer, Map<String, LogDirDescription>> directories =
                admin.describeLogDirs(List.of(1)).allDescriptions().get();
        return directories.values().stream()
                .flatMap(broker -> broker.values().stream())
                .map(directory -> directory.replicaInfos().get(new TopicPartition(topic, 0)))
                .mapToLong(ReplicaInfo::size)
                .sum();
    }

    @ParameterizedTest
    @CsvSource({
        "none, 0.6, 0",
        "gzip, 0, 0",
        "gzip, 0.6, 0.6",
        "lz4, 0, 0",
        "lz4, 0.6, 0.6",
        "zstd, 0, 0",
        "zstd, 0.6, 0.6",
        "gzip, 0.9, 0.9",
        "lz4, 0.9, 0.9",
        "zstd, 0.9, 0.9"
    })
    void shouldShrinkInTheBrokersLogByTheShareOfZeros(String codec, double compressible, double removed)
            throws Exception {
        long bytes = publish(codec, new RandomBytes(RandomContent.of(SIZES, compressible)).source(0));

        assertThat(1 - (double) logBytes() / bytes).isCloseTo(removed, within(0.03));
    }

    @ParameterizedTest
    @CsvSource({"gzip", "lz4", "zstd"})
    void shouldNotShrinkLargePayloadsThatFollowOneAnother(String codec) throws Exception {
        long bytes = publish(codec, new RandomBytes(RandomContent.of(PayloadSize.of(new Size(8_192)))).source(0));

        assertThat(1 - (double) logBytes() / bytes).isCloseTo(0, within(0.01));
    }
}
