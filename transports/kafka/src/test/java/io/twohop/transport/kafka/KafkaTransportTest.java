package io.twohop.transport.kafka;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.finding.Finding;
import io.twohop.finding.Severity;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Envelope;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.ServiceEnds;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Against a real broker. */
@Timeout(360)
class KafkaTransportTest {
    private static final Channel REQUESTS = new Channel("requests", 1);
    private static final Channel REPLIES = new Channel("replies", 2);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String GROUP = "group";

    @TempDir
    Path directory;

    private final Collection<Throwable> failures = new ConcurrentLinkedQueue<>();
    private RunContext context;

    private Transport open(KafkaConfig config) throws Exception {
        return open(config, Envelope.NONE);
    }

    private Transport open(KafkaConfig config, Envelope envelope) throws Exception {
        context = SharedBroker.context(directory, 4_096).with(envelope);
        return new KafkaProvider().open(config, context);
    }

    @Test
    void shouldSpreadMessagesEvenlyOverThePartitions() throws Exception {
        try (Transport transport = open(SharedBroker.config(4, 1, Map.of()));
                Publisher publisher = transport.publisher(REQUESTS, failing());
                Admin admin = SharedBroker.admin()) {
            publish(publisher, 1_000, 64);

            Map<TopicPartition, OffsetSpec> ends = IntStream.range(0, 4)
                    .mapToObj(number -> new TopicPartition(context.runId() + "-requests", number))
                    .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
            assertThat(admin.listOffsets(ends).all().get().values())
                    .extracting(end -> end.offset())
                    .containsExactly(250L, 250L, 250L, 250L);
        }
    }

    /** Where the client sends a record, its publisher has to know before. */
    @Test
    void shouldSendEachKeyToThePartitionThatItsLaneSaysWithHeaders() throws Exception {
        Envelope envelope = new Envelope(
                1_000, List.of(new Envelope.Header("one", "1".repeat(32)), new Envelope.Header("two", "2")));
        Map<String, Integer> lanes = new HashMap<>();
        try (Transport transport = open(SharedBroker.config(7, 1, Map.of("acks", "all")), envelope);
                Publisher publisher = transport.publisher(REQUESTS, failing());
                KafkaConsumer<String, byte[]> reader = new KafkaConsumer<>(
                        Map.of("bootstrap.servers", SharedBroker.bootstrapServers(), "auto.offset.reset", "earliest"),
                        new StringDeserializer(),
                        new ByteArrayDeserializer())) {
            for (int key = 0; key < 1_000; key++) {
                publisher.key(key);
                lanes.put(String.format("k%07d", key), publisher.lane());
                assertThat(publisher.publish(message(key, 64), key)).isTrue();
            }
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();

            reader.assign(IntStream.range(0, 7)
                    .mapToObj(number -> new TopicPartition(context.runId() + "-requests", number))
                    .toList());
            List<ConsumerRecord<String, byte[]>> records = new ArrayList<>();
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (records.size() < 1_000 && System.nanoTime() < deadline) {
                reader.poll(Duration.ofMillis(100)).forEach(records::add);
            }

            assertThat(records).hasSize(1_000).allSatisfy(record -> {
                assertThat(record.partition()).isEqualTo(lanes.get(record.key()));
                assertThat(record.headers())
                        .extracting(header -> header.key() + "=" + new String(header.value(), US_ASCII))
                        .containsExactly("one=" + "1".repeat(32), "two=2");
            });
            assertThat(lanes.values()).containsOnly(0, 1, 2, 3, 4, 5, 6);
        }
        assertThat(failures).isEmpty();
    }

    /** A broker takes a moment to make the partitions of which its metadata tell already. */
    @Test
    void shouldHaveEveryPartitionTakeTheFirstMessage() throws Exception {
        try (Transport transport = open(SharedBroker.config(50, 1, Map.of("linger.ms", "0")));
                Publisher publisher = transport.publisher(REQUESTS, failing())) {
            publish(publisher, 5_000, 64);
        }
    }

    @Test
    void shouldGiveEachConsumerItsShareBeforeTheFirstMessage() throws Exception {
        try (Transport transport = open(SharedBroker.config(4, 4, Map.of()))) {
            List<Subscription> subscriptions = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                subscriptions.add(transport.subscribe(REQUESTS, GROUP));
            }
            Publisher publisher = transport.publisher(REQUESTS, failing());

            transport.settle();

            assertThat(transport.consumersPerHop()).isEqualTo(4);
            publish(publisher, 400, 64);
            for (Subscription subscription : subscriptions) {
                assertThat(poll(subscription, 100)).hasSize(100);
            }
            assertThat(troubles(transport)).isEmpty();
            subscriptions.forEach(Subscription::close);
            publisher.close();
        }
    }

    private static List<Finding> troubles(Transport transport) {
        return transport.incidents().stream()
                .filter(incident -> incident.severity() != Severity.NOTE)
                .toList();
    }

    /** Kafka's default is 5 ms, which is most of a latency at a low rate. */
    @Test
    void shouldSayThatTheProducerLingers() throws Exception {
        assertThat(lingering(Map.of()))
                .startsWith(
                        "the producer holds each message back for up to 5 ms, to send several together (linger.ms)");
        assertThat(lingering(Map.of("linger.ms", "20"))).contains(" for up to 20 ms, ");
        assertThat(lingering(Map.of("linger.ms", "0"))).isEmpty();
    }

    private String lingering(Map<String, String> producer) throws Exception {
        try (Transport transport = open(SharedBroker.config(1, 1, producer))) {
            return transport.incidents().stream()
                    .filter(incident -> incident.severity() == Severity.NOTE)
                    .map(Finding::text)
                    .collect(Collectors.joining());
        }
    }

    @Test
    void shouldReportThatPartitionsChangedHands() throws Exception {
        try (Transport transport = open(SharedBroker.config(2, 1, Map.of()));
                Subscription first = transport.subscribe(REQUESTS, GROUP)) {
            transport.settle();

            try (Subscription second = transport.subscribe(REQUESTS, GROUP)) {
                long deadline = System.nanoTime() + PATIENCE.toNanos();
                while (troubles(transport).isEmpty() && System.nanoTime() < deadline) {
                    first.poll(message -> {}, 10_000_000);
                    second.poll(message -> {}, 10_000_000);
                }
            }

            assertThat(troubles(transport)).hasSize(1).allSatisfy(incident -> {
                assertThat(incident.text()).contains("changed hands");
                assertThat(incident.invalidates()).isFalse();
            });
        }
    }

    @Test
    void shouldReportEverySendThatFails() throws Exception {
        try (Transport transport = open(SharedBroker.config(1, 1, Map.of("max.request.size", "5000")));
                Publisher publisher = transport.publisher(REQUESTS, failing())) {
            publisher.publish(message(1, 6_000), 1);
            publisher.publish(message(2, 100), 2);
            publisher.publish(message(3, 6_000), 3);

            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            assertThat(failures).hasSize(2).allMatch(RecordTooLargeException.class::isInstance);
        }
    }

    @Test
    void shouldTouchNothingThatIsNotItsOwn() throws Exception {
        try (Admin admin = SharedBroker.admin()) {
            admin.createTopics(List.of(new NewTopic("requests", 1, (short) 1), new NewTopic("users-own", 1, (short) 1)))
                    .all()
                    .get();

            try (Transport transport = open(SharedBroker.config(1, 1, Map.of()))) {
                Subscription subscription = transport.subscribe(REQUESTS, GROUP);
                Publisher publisher = transport.publisher(REQUESTS, failing());
                transport.settle();
                publish(publisher, 10, 64);
                poll(subscription, 10);
                assertThat(topics(admin))
                        .hasSize(3)
                        .contains("requests", "users-own")
                        .filteredOn(topic -> topic.startsWith(context.runId()))
                        .hasSize(1);
                subscription.close();
                publisher.close();
            }

            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (topics(admin).size() > 2 && System.nanoTime() < deadline) {
                Thread.sleep(50);
            }
            assertThat(topics(admin)).containsExactlyInAnyOrder("requests", "users-own");
            assertThat(admin.listGroups().all().get())
                    .noneMatch(group -> group.groupId().startsWith(context.runId()));
            admin.deleteTopics(List.of("requests", "users-own")).all().get();
        }
    }

    /** Without those of tests that use the broker meanwhile. */
    private Set<String> topics(Admin admin) throws Exception {
        return admin.listTopics().names().get().stream()
                .filter(topic -> topic.startsWith(context.runId()) || !topic.matches("(twohop|conformance)-.*-.*"))
                .collect(Collectors.toSet());
    }

    @Test
    void shouldShowTheSinkOnlyWhatWasCommitted() throws Exception {
        try (Transport transport = open(SharedBroker.config(1, 1, 1, true, Map.of(), Map.of()))) {
            Subscription sink = transport.subscribe(REPLIES, GROUP);
            ServiceEnds service = transport.service(REQUESTS, GROUP, REPLIES, failing());
            Publisher publisher = transport.publisher(REQUESTS, failing());
            transport.settle();
            publish(publisher, 1, 64);
            List<Long> seenWithin = new ArrayList<>();
            List<Long> seenAfter = new ArrayList<>();

            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (seenAfter.isEmpty() && System.nanoTime() < deadline) {
                service.requests()
                        .poll(
                                request -> {
                                    service.replies().publish(request, 0);
                                    // Written, but not committed before this handler returns.
                                    sleep(300);
                                    sink.poll(reply -> seenWithin.add(reply.getLong(0)), 300_000_000);
                                },
                                10_000_000);
                sink.poll(reply -> seenAfter.add(reply.getLong(0)), 10_000_000);
            }

            assertThat(seenWithin).isEmpty();
            assertThat(seenAfter).containsExactly(0L);
            for (AutoCloseable end : List.of(sink, service.requests(), service.replies(), publisher)) {
                end.close();
            }
        }
    }

    @Test
    void shouldRepeatWhatATransactionTookBack() throws Exception {
        try (Transport transport = open(SharedBroker.config(1, 1, 1, true, Map.of(), Map.of()))) {
            Subscription sink = transport.subscribe(REPLIES, GROUP);
            ServiceEnds service = transport.service(REQUESTS, GROUP, REPLIES, failing());
            Publisher publisher = transport.publisher(REQUESTS, failing());
            transport.settle();
            publish(publisher, 10, 64);
            List<Long> answered = new ArrayList<>();
            boolean[] failed = new boolean[1];

            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (answered.size() < 10 && System.nanoTime() < deadline) {
                service.requests()
                        .poll(
                                request -> {
                                    service.replies().publish(request, 0);
                                    if (!failed[0] && request.getLong(0) == 5) {
                                        failed[0] = true;
                                        throw new KafkaException("in the middle");
                                    }
                                },
                                10_000_000);
                sink.poll(reply -> answered.add(reply.getLong(0)), 10_000_000);
            }

            assertThat(failed[0]).isTrue();
            assertThat(answered).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
            assertThat(transport.incidents())
                    .anyMatch(incident -> incident.text().contains("1 transactions were aborted"));
            for (AutoCloseable end : List.of(sink, service.requests(), service.replies(), publisher)) {
                end.close();
            }
        }
    }

    private void publish(Publisher publisher, int count, int bytes) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            assertThat(publisher.publish(message(i, bytes), i)).isTrue();
        }
        assertThat(publisher.awaitAcknowledged(PATIENCE))
                .as(() -> "failures: " + failures)
                .isTrue();
        assertThat(failures).isEmpty();
    }

    private static List<Long> poll(Subscription subscription, int count) {
        List<Long> received = new ArrayList<>();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (received.size() < count && System.nanoTime() < deadline) {
            subscription.poll(message -> received.add(message.getLong(0)), 10_000_000);
        }
        subscription.poll(message -> received.add(message.getLong(0)), 10_000_000);
        return received;
    }

    private static ByteBuffer message(long number, int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder()).putLong(0, number);
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Acknowledgements failing() {
        return new Acknowledgements() {
            @Override
            public void acknowledged(long correlation) {}

            @Override
            public void failed(long correlation, Throwable cause) {
                failures.add(cause);
            }
        };
    }
}
