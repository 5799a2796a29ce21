package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.twohop.testing.model.Outcomes;
import io.twohop.transport.Envelope;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a service has committed while its replies are under way, on clients without a broker. */
class AnsweredCommitsTest {
    private static final String TOPIC = "requests";
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
    private static final TopicPartition OTHER = new TopicPartition(TOPIC, 1);
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final MockProducer<byte[], byte[]> producer =
            new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer());
    private boolean isRebalancing;
    private final MockConsumer<byte[], ByteBuffer> consumer = new MockConsumer<>("earliest") {
        @Override
        public synchronized void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
            if (isRebalancing) {
                throw new RebalanceInProgressException();
            }
            super.commitSync(offsets, timeout);
        }
    };
    private final KafkaPublisher publisher =
            new KafkaPublisher(producer, List.of("replies"), 1, 0, new RecordExtras(Envelope.NONE, 1), new Outcomes());

    private long now;
    private final AnsweredCommits commits = new AnsweredCommits(publisher, INTERVAL, () -> now);
    private final KafkaSubscription requests = new KafkaSubscription(consumer, 8, commits);
    private long next;

    @BeforeEach
    void begin() {
        consumer.assign(List.of(PARTITION, OTHER));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L, OTHER, 0L));
    }

    /** Handles a request, with a reply that has no outcome yet. */
    private void handle() {
        consumer.addRecord(new ConsumerRecord<>(TOPIC, 0, next, new byte[0], ByteBuffer.wrap(new byte[] {1})));
        assertThat(requests.poll(message -> publisher.publish(message, next), 0))
                .isEqualTo(1);
        next++;
    }

    private void pollAfter(Duration time) {
        now += time.toNanos();
        requests.poll(message -> {}, 0);
    }

    /** Returns the committed position; -1 without any. */
    private long committed() {
        OffsetAndMetadata position = consumer.committed(Set.of(PARTITION)).get(PARTITION);
        return position == null ? -1 : position.offset();
    }

    @Test
    void shouldCommitRequestsOnceTheirRepliesHaveOutcomes() {
        handle();
        handle();
        pollAfter(INTERVAL);
        assertThat(committed()).isEqualTo(-1);

        producer.completeNext();
        pollAfter(Duration.ZERO);
        assertThat(committed()).as("one reply is under way still").isEqualTo(-1);

        producer.completeNext();
        pollAfter(Duration.ZERO);
        assertThat(committed()).isEqualTo(2);
    }

    @Test
    void shouldNotWaitForRepliesToLaterRequests() {
        handle();
        pollAfter(INTERVAL);
        handle();
        producer.completeNext();
        pollAfter(Duration.ZERO);
        assertThat(committed()).isEqualTo(1);

        producer.completeNext();
        pollAfter(Duration.ZERO);
        assertThat(committed()).as("not due").isEqualTo(1);
        pollAfter(INTERVAL);
        assertThat(committed()).isEqualTo(2);
    }

    @Test
    void shouldCommitRequestsWithoutReplies() {
        consumer.addRecord(new ConsumerRecord<>(TOPIC, 0, 0, new byte[0], ByteBuffer.wrap(new byte[] {1})));
        requests.poll(message -> {}, 0);
        pollAfter(INTERVAL);

        assertThat(committed()).isEqualTo(1);
    }

    @Test
    void shouldCommitBeforeAnotherConsumerTakesOver() {
        handle();
        producer.completeNext();
        commits.revoked(consumer, List.of(OTHER));
        assertThat(committed()).as("its own partition").isEqualTo(-1);

        commits.revoked(consumer, List.of(PARTITION));
        assertThat(committed()).isEqualTo(1);
    }

    /** The other consumer answers them again. */
    @Test
    void shouldLeaveRequestsWithoutOutcomeToTheNextConsumer() {
        handle();
        commits.revoked(consumer, List.of(PARTITION));

        assertThat(committed()).isEqualTo(-1);
    }

    @Test
    void shouldGoOnWhenACommitFails() {
        handle();
        producer.completeNext();
        isRebalancing = true;
        commits.revoked(consumer, List.of(PARTITION));
        assertThat(committed()).isEqualTo(-1);
        handle();
        producer.completeNext();
        pollAfter(INTERVAL);

        assertThat(committed()).isEqualTo(2);
    }
}
