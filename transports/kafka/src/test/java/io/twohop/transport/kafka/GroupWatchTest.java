package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.finding.Finding;
import io.twohop.transport.Occurrence;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Groups of a real broker, found by the topic that they read. */
@Tag("one-jdk")
@Timeout(120)
class GroupWatchTest {
    private static final Duration POLL = Duration.ofMillis(20);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final String topic = "orders-" + UUID.randomUUID();
    private final String group = "listener-" + UUID.randomUUID();
    private final Admin admin = SharedBroker.admin();

    @BeforeEach
    void createTopic() throws Exception {
        admin.createTopics(List.of(new NewTopic(topic, Optional.of(2), Optional.empty())))
                .all()
                .get();
    }

    @AfterEach
    void delete() throws Exception {
        admin.deleteTopics(List.of(topic)).all().get();
        admin.close();
    }

    private Map<String, Object> settings() {
        return settings(group);
    }

    private static Map<String, Object> settings(String group) {
        return new HashMap<>(Map.of(
                "bootstrap.servers",
                SharedBroker.bootstrapServers(),
                "group.id",
                group,
                "key.deserializer",
                StringDeserializer.class.getName(),
                "value.deserializer",
                StringDeserializer.class.getName()));
    }

    private Consumer<String, String> member(String protocol) {
        Map<String, Object> settings = settings();
        settings.put("group.protocol", protocol);
        Consumer<String, String> consumer = new KafkaConsumer<>(settings);
        consumer.subscribe(List.of(topic));
        await(() -> {
            consumer.poll(POLL);
            return consumer.assignment().size() == 2;
        });
        return consumer;
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
        }
    }

    private static boolean hasFound(GroupWatch watch, String text) {
        return watch.findings().stream().map(Finding::text).anyMatch(found -> found.contains(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "consumer"})
    void shouldSeeThatAServiceStopsAndComesBack(String protocol) throws Exception {
        Path file = directory.resolve("groups.jfr");
        try (Recording recording = new Recording();
                GroupWatch watch = GroupWatch.start(admin, topic, 2)) {
            recording.start();
            String assigned = "group " + group + " (" + protocol + ") reads topic " + topic
                    + ": 1 member, 2 of 2 partitions assigned";
            try (Consumer<String, String> first = member(protocol)) {
                await(() -> {
                    first.poll(POLL);
                    return hasFound(watch, assigned);
                });
                watch.begin();
            }
            await(() -> hasFound(watch, "no members"));
            try (Consumer<String, String> again = member(protocol)) {
                await(() -> {
                    again.poll(POLL);
                    return hasFound(watch, assigned);
                });
                assertThat(hasFound(watch, "group " + group + " of topic " + topic + " rebalanced 1 times"))
                        .isTrue();
            }
            recording.dump(file);
        }
        assertThat(RecordingFile.readAllEvents(file).stream()
                        .filter(event -> event.getEventType().getName().equals(Occurrence.NAME)))
                .extracting((RecordedEvent event) -> event.getString("what"))
                .contains("rebalance of group " + group);
    }

    /** A group that is not the service's may have been there. */
    @Test
    void shouldSayWhoReadTheTopicBeforeItFellSilent() throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", SharedBroker.bootstrapServers()),
                        new StringSerializer(),
                        new StringSerializer());
                GroupWatch watch = GroupWatch.start(admin, topic, 2)) {
            assertThat(watch.seen())
                    .isEqualTo("topic " + topic
                            + " has 2 partitions; no consumer group was seen on it (none is visible to this user)");
            for (int i = 0; i < 3; i++) {
                producer.send(new ProducerRecord<>(topic, 1, "key", "value")).get();
            }
            admin.alterConsumerGroupOffsets(group, Map.of(new TopicPartition(topic, 1), new OffsetAndMetadata(1)))
                    .all()
                    .get();

            assertThat(watch.seen())
                    .isEqualTo("topic " + topic + " has 2 partitions; group " + group
                            + " (classic) is Empty with no members, committed lag 2 (2 on partition 1)");
            assertThat(hasFound(watch, "no consumer group of topic " + topic + " could be read"))
                    .isTrue();
        }
    }

    /** A service may come back under another name. */
    @Test
    void shouldFindAGroupThatJoinsLater() throws Exception {
        GroupReader reader = new GroupReader(admin, topic, 2);
        try (Consumer<String, String> first = member("classic")) {
            first.poll(POLL);
            reader.remember(reader.read());
            try (KafkaShareConsumer<String, String> second = new KafkaShareConsumer<>(settings("later-" + group))) {
                second.subscribe(List.of(topic));
                await(() -> {
                    first.poll(POLL);
                    second.poll(POLL);
                    return names(reader).contains("later-" + group);
                });
            }
        }
    }

    private static List<String> names(GroupReader reader) {
        try {
            return reader.read().stream().map(GroupState::name).toList();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldFindAShareGroup() throws Exception {
        try (KafkaShareConsumer<String, String> consumer = new KafkaShareConsumer<>(settings());
                GroupWatch watch = GroupWatch.start(admin, topic, 2)) {
            consumer.subscribe(List.of(topic));
            await(() -> {
                consumer.poll(POLL);
                return hasFound(watch, "group " + group + " (share) reads topic " + topic + ": 1 member, 2 of 2");
            });
        }
    }
}
