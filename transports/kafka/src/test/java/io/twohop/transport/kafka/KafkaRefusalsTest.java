package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.ConfigException;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Envelope;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.Broker;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a real broker, or something that only looks like one, refuses. */
@Tag("one-jdk")
@Timeout(360)
class KafkaRefusalsTest {
    private static final Channel CHANNEL = new Channel("requests", 1);
    private static final Duration BOUND = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final Collection<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final Acknowledgements failing = new Acknowledgements() {
        @Override
        public void acknowledged(long correlation) {}

        @Override
        public void failed(long correlation, Throwable cause) {
            failures.add(cause);
        }
    };

    private void openAndUse(KafkaConfig config, int maxMessageBytes) throws Exception {
        RunContext context = SharedBroker.context(directory, maxMessageBytes);
        try (Transport transport = new KafkaProvider().open(config, context)) {
            transport.publisher(CHANNEL, Acknowledgements.NONE).close();
        }
    }

    private static KafkaConfig at(String bootstrapServers) {
        return new KafkaConfig(
                new KafkaConfig.Brokers(Broker.EXTERNAL, bootstrapServers, null, null, null),
                1,
                1,
                1,
                false,
                null,
                new KafkaConfig.Properties(null, null, null, null, null, null));
    }

    @Test
    void shouldNameTheBrokersWhenThereAreTooFewForTheReplication() {
        KafkaConfig config = SharedBroker.config(1, 1, 3, false, Map.of(), Map.of());

        assertThatThrownBy(() -> openAndUse(config, 100))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("replication: 3 (expected: at most 1, the number of brokers");
    }

    @Test
    void shouldRepeatTheBrokersWordsWhenAPolicyForbidsTheTopic() {
        assertThatThrownBy(() -> openAndUse(SharedBroker.config(51, 1, Map.of()), 100))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("no topic here may have more than 50 partitions")
                .hasMessageContaining("lower partitions");
    }

    @Test
    void shouldRepeatTheBrokersWordsWhenATopicPropertyIsWrong() {
        KafkaConfig config = SharedBroker.config(1, 1, 1, false, Map.of(), Map.of("retention.ms", "soon"));

        assertThatThrownBy(() -> openAndUse(config, 100))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("retention.ms")
                .hasMessageContaining("correct it under topic:");
    }

    @Test
    void shouldNameBothSizesWhenTheTopicTakesNoMessageAsLarge() {
        KafkaConfig config = SharedBroker.config(1, 1, 1, false, Map.of(), Map.of("max.message.bytes", "1000"));

        assertThatThrownBy(() -> openAndUse(config, 1_000))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("topic.max.message.bytes: 1,000 bytes (expected: at least 1,082")
                .hasMessageContaining("-Dtransport.topic.max.message.bytes=1082");
    }

    @Test
    void shouldNameBothSizesWhenTheProducerTakesNoMessageAsLarge() {
        assertThatThrownBy(() -> openAndUse(SharedBroker.config(1, 1, Map.of()), 2 << 20))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("producer.max.request.size: 1,048,576 bytes (expected: at least 2,097,234");
    }

    private void openWith(Envelope envelope, Map<String, String> producer, int maxMessageBytes) throws Exception {
        RunContext context = SharedBroker.context(directory, maxMessageBytes).with(envelope);
        try (Transport transport = new KafkaProvider()
                .open(SharedBroker.config(1, 1, 1, false, producer, Map.of("max.message.bytes", "10000")), context)) {
            Publisher publisher = transport.publisher(CHANNEL, failing);
            publisher.key(0);
            publisher.publish(ByteBuffer.allocateDirect(maxMessageBytes), 0);
            publisher.awaitAcknowledged(BOUND);
            publisher.close();
        }
    }

    /** 64 headers, whose names take 8 or 9 bytes and whose values 100. */
    @Test
    void shouldCountKeysAndHeadersAsPartsOfAMessage() throws Exception {
        List<Envelope.Header> headers = IntStream.rangeClosed(1, 64)
                .mapToObj(number -> new Envelope.Header("header-" + number, "v".repeat(100)))
                .toList();
        int extras = 8 + 1 + 64 * (100 + 5) + 9 * 8 + 55 * 9;
        Envelope envelope = new Envelope(1_000_000, headers);

        openWith(envelope, Map.of(), 10_000 - 82 - extras);

        assertThat(failures).as("a message as large as that is taken").isEmpty();
        assertThatThrownBy(() -> openWith(envelope, Map.of(), 10_000 - 82 - extras + 1))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("topic.max.message.bytes: 10,000 bytes (expected: at least 10,001");
    }

    @Test
    void shouldRefuseToIgnoreTheKeysOfTheWorkload() {
        assertThatThrownBy(() -> openWith(new Envelope(10, List.of()), Map.of("partitioner.ignore.keys", "true"), 100))
                .isInstanceOf(ConfigException.class)
                .hasMessage("producer.partitioner.ignore.keys: true (expected: false, since the workload's keys are to"
                        + " choose partitions)");
    }

    @Test
    void shouldTakeAMessageAsLargeAsTheLimitsSay() throws Exception {
        KafkaConfig config = SharedBroker.config(
                1, 1, 1, false, Map.of("max.request.size", "2097234"), Map.of("max.message.bytes", "2097234"));

        openAndUse(config, 2 << 20);
    }

    @Test
    void shouldEndInBoundedTimeWhenNobodyListens() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }

        refusedInBoundedTime("127.0.0.1:" + port, "broker 127.0.0.1:" + port, "check bootstrap.servers");
    }

    @Test
    void shouldEndInBoundedTimeWhenTheServerAcceptsAndSaysNothing() throws Exception {
        try (ServerSocket mute = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            refusedInBoundedTime(
                    "127.0.0.1:" + mute.getLocalPort(),
                    "broker 127.0.0.1",
                    "Timed out waiting for a node assignment",
                    "check bootstrap.servers");
        }
    }

    @Test
    void shouldSayThatTheNameIsUnknown() {
        refusedInBoundedTime("no-such-host.invalid:9092", "No resolvable bootstrap urls", "check bootstrap.servers");
    }

    private void refusedInBoundedTime(String bootstrapServers, String... words) {
        long start = System.nanoTime();

        assertThatThrownBy(() -> openAndUse(at(bootstrapServers), 100))
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll(words);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
    }
}
