package io.twohop.transport.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.finding.Finding;
import io.twohop.testing.model.Outcomes;
import io.twohop.transport.Envelope;
import io.twohop.transport.Notices;
import io.twohop.transport.sqs.StubSqs.Answer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of messages whose batch is refused, in part or as a whole. */
@Timeout(60)
class QueuePublisherTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String URL = "http://127.0.0.1/1/queue";

    private final Outcomes outcomes = new Outcomes();
    private final SqsIncidents incidents = new SqsIncidents(new Notices());

    private QueuePublisher publisher(StubSqs stub, String yaml, long mostBytes) {
        SqsConfig config = stub.config(yaml);
        return new QueuePublisher(
                new Connector(config.place()).client(config.sending().senders(), Duration.ofSeconds(5)),
                new QueuePublisher.Target(List.of(URL), mostBytes),
                "me",
                config,
                Envelope.NONE,
                100,
                incidents,
                outcomes);
    }

    private static boolean publish(QueuePublisher publisher, long correlation) {
        return publisher.publish(ByteBuffer.allocateDirect(64), correlation);
    }

    private static List<String> ids(JsonNode batch) {
        return texts(batch, "Id");
    }

    private static List<String> texts(JsonNode batch, String field) {
        return StreamSupport.stream(batch.get("Entries").spliterator(), false)
                .map(entry -> entry.get(field).asText())
                .toList();
    }

    /** The first message is a batch of its own, during which the others come together. */
    @Test
    void shouldCountEachMessageOfABatchByItself() throws Exception {
        CountDownLatch together = new CountDownLatch(1);
        try (StubSqs stub = new StubSqs((action, batch) -> {
            together.await();
            return ids(batch).size() == 1 ? StubSqs.taken(batch) : StubSqs.taken(batch, Set.of("2", "5"), Set.of("7"));
        })) {
            QueuePublisher publisher = publisher(stub, "senders: 1", 10_000);
            assertThat(publish(publisher, 100)).isTrue();
            while (stub.batches().isEmpty()) {
                Thread.sleep(1);
            }
            for (int i = 0; i < 10; i++) {
                assertThat(publish(publisher, i)).isTrue();
            }
            together.countDown();
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            publisher.close();

            assertThat(outcomes.failed()).containsExactly(2L, 5L, 7L);
            assertThat(outcomes.acknowledged()).containsExactly(100L, 0L, 1L, 3L, 4L, 6L, 8L, 9L);
        }
    }

    /** It has taken nothing then, so no message comes twice. */
    @Test
    void shouldSendAgainWhatWasThrottledAndPushBackMeanwhile() throws Exception {
        CountDownLatch free = new CountDownLatch(1);
        AtomicInteger requests = new AtomicInteger();
        try (StubSqs stub = new StubSqs((action, batch) -> {
            if (requests.incrementAndGet() <= 2) {
                return Answer.error(403, "ThrottlingException");
            }
            free.await();
            return StubSqs.taken(batch);
        })) {
            QueuePublisher publisher = publisher(stub, "senders: 1\nmaxInFlight: 2", 10_000);
            assertThat(publish(publisher, 1)).isTrue();
            assertThat(publish(publisher, 2)).isTrue();
            assertThat(publish(publisher, 3)).as("the window is full").isFalse();
            while (requests.get() < 3) {
                Thread.sleep(1);
            }
            free.countDown();
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            publisher.close();

            assertThat(outcomes.acknowledged()).containsExactly(1L, 2L);
            assertThat(outcomes.failed()).isEmpty();
            assertThat(incidents.list())
                    .extracting(Finding::text)
                    .containsExactly("SQS throttled 2 requests, which waited and were sent again");
        }
    }

    /** Nobody knows whether SQS has the message, and a standard queue would take it twice. */
    @Test
    void shouldSendNothingTwiceToAStandardQueue() throws Exception {
        try (StubSqs stub = new StubSqs((action, batch) -> null)) {
            QueuePublisher publisher = publisher(stub, "senders: 1", 10_000);
            publish(publisher, 1);
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            publisher.close();

            assertThat(stub.batches()).hasSize(1);
            assertThat(outcomes.failed()).containsExactly(1L);
        }
    }

    @Test
    void shouldSendAgainToAFifoQueueWithTheSameDeduplicationId() throws Exception {
        AtomicInteger requests = new AtomicInteger();
        try (StubSqs stub =
                new StubSqs((action, batch) -> requests.incrementAndGet() == 1 ? null : StubSqs.taken(batch))) {
            QueuePublisher publisher = publisher(stub, "queue: fifo\nsenders: 1\ngroups: 1", 10_000);
            publish(publisher, 1);
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            publisher.close();

            assertThat(stub.batches())
                    .extracting(batch -> texts(batch, "MessageDeduplicationId"))
                    .containsExactly(List.of("me-0"), List.of("me-0"));
            assertThat(outcomes.acknowledged()).containsExactly(1L);
            assertThat(outcomes.failed()).isEmpty();
        }
    }

    /** A second batch could overtake the first. */
    @Test
    void shouldHaveOneBatchOfAMessageGroupInFlight() throws Exception {
        Set<String> inFlight = new HashSet<>();
        AtomicInteger overtaken = new AtomicInteger();
        try (StubSqs stub = new StubSqs((action, batch) -> {
            Set<String> groups = new HashSet<>(texts(batch, "MessageGroupId"));
            synchronized (inFlight) {
                groups.stream().filter(group -> !inFlight.add(group)).forEach(group -> overtaken.incrementAndGet());
            }
            Thread.sleep(5);
            synchronized (inFlight) {
                inFlight.removeAll(groups);
            }
            return StubSqs.taken(batch);
        })) {
            QueuePublisher publisher = publisher(stub, "queue: fifo\nsenders: 4\ngroups: 6", 10_000);
            for (int i = 0; i < 300; i++) {
                assertThat(publish(publisher, i)).isTrue();
            }
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            publisher.close();

            assertThat(overtaken).hasValue(0);
            assertThat(outcomes.acknowledged()).hasSize(300).doesNotHaveDuplicates();
            assertThat(stub.batches().stream().flatMap(batch -> texts(batch, "MessageGroupId").stream()))
                    .contains("me-g0", "me-g5");
        }
    }

    /** Messages of 100 bytes at most, of which three are within the limit of a batch. */
    @Test
    void shouldKeepBatchesBelowTheEndpointsLimit() throws Exception {
        try (StubSqs stub = new StubSqs((action, batch) -> {
            Thread.sleep(20);
            return StubSqs.taken(batch);
        })) {
            QueuePublisher publisher = publisher(stub, "senders: 1", 350);
            for (int i = 0; i < 20; i++) {
                publish(publisher, i);
            }
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            publisher.close();

            assertThat(stub.batches())
                    .hasSizeGreaterThan(6)
                    .allMatch(batch -> ids(batch).size() <= 3);
        }
    }
}
