package io.twohop.transport.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.twohop.testing.model.Outcomes;
import io.twohop.transport.Envelope;
import io.twohop.transport.Notices;
import io.twohop.transport.sqs.StubSqs.Answer;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.sqs.SqsClient;

/** What becomes of messages that are handled. */
@Timeout(60)
class QueueSubscriptionTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String URL = "http://127.0.0.1/1/queue";
    private static final int RECEIVERS = 4;

    /** Time in which a receiver that waits for nothing has deleted what is handled. */
    private static final int DELETED_MILLIS = 300;

    private final Queue<String> deleted = new ConcurrentLinkedQueue<>();
    private final CountDownLatch first = new CountDownLatch(1);
    private final CountDownLatch replying = new CountDownLatch(1);
    private final CountDownLatch reply = new CountDownLatch(1);
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger given = new AtomicInteger();
    private final SqsIncidents incidents = new SqsIncidents(new Notices());

    private Answer answer(String action, JsonNode request) throws InterruptedException {
        if (action.equals("SendMessageBatch")) {
            replying.countDown();
            reply.await();
            return StubSqs.taken(request);
        }
        if (action.equals("DeleteMessageBatch")) {
            for (JsonNode entry : request.get("Entries")) {
                deleted.add(entry.get("ReceiptHandle").asText());
            }
            first.countDown();
            return new Answer(
                    200,
                    StreamSupport.stream(request.get("Entries").spliterator(), false)
                            .map(entry -> "{\"Id\":\"" + entry.get("Id").asText() + "\"}")
                            .collect(Collectors.joining(",", "{\"Successful\":[", "],\"Failed\":[]}")));
        }
        if (waiting.getAndUpdate(count -> Math.max(0, count - 1)) == 0) {
            Thread.sleep(20);
            return new Answer(200, "{}");
        }
        String number = Integer.toString(given.incrementAndGet());
        return new Answer(
                200,
                "{\"Messages\":[{\"MessageId\":\"" + number + "\",\"ReceiptHandle\":\"" + number
                        + "\",\"Body\":\"AAAA\",\"MD5OfBody\":\"" + StubSqs.md5("AAAA") + "\"}]}");
    }

    private static void handle(QueueSubscription subscription, int count) {
        int handled = 0;
        while (handled < count) {
            handled += subscription.poll(message -> {}, PATIENCE.toNanos());
        }
    }

    /** The receivers still have to hear of it; without a delete, another consumer handles the messages again. */
    @Test
    void shouldDeleteWhatItHandledRightBeforeItCloses() throws Exception {
        try (StubSqs stub = new StubSqs(this::answer)) {
            SqsConfig config = stub.config("receivers: " + RECEIVERS);
            SqsClient client = new Connector(config.place()).client(RECEIVERS, PATIENCE);
            QueueSubscription subscription =
                    new QueueSubscription(client, List.of(URL), config.reading(), 100, incidents, request -> {});
            // The first delete loads classes.
            waiting.set(1);
            handle(subscription, 1);
            assertThat(first.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

            waiting.set(RECEIVERS);
            handle(subscription, RECEIVERS);
            subscription.close();

            assertThat(deleted).containsExactlyInAnyOrder("1", "2", "3", "4", "5");
            assertThat(incidents.list()).isEmpty();
        }
    }

    /** A service that dies before its reply has left would lose the message otherwise. */
    @Test
    void shouldDeleteARequestOnceItsReplyHasAnOutcome() throws Exception {
        try (StubSqs stub = new StubSqs(this::answer)) {
            SqsConfig config = stub.config("receivers: 1\nsenders: 1");
            QueuePublisher replies = new QueuePublisher(
                    new Connector(config.place()).client(1, PATIENCE),
                    new QueuePublisher.Target(List.of(URL), 10_000),
                    "service",
                    config,
                    Envelope.NONE,
                    100,
                    incidents,
                    new Outcomes());
            QueueSubscription requests = new QueueSubscription(
                    new Connector(config.place()).client(1, PATIENCE),
                    List.of(URL),
                    config.reading(),
                    100,
                    incidents,
                    replies::answer);
            waiting.set(1);
            int handled = 0;
            while (handled == 0) {
                handled = requests.poll(request -> replies.publish(request, 7), PATIENCE.toNanos());
            }
            replying.await();
            assertThat(first.await(DELETED_MILLIS, TimeUnit.MILLISECONDS))
                    .as("deleted before the reply is taken")
                    .isFalse();
            reply.countDown();
            assertThat(first.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();

            assertThat(deleted).containsExactly("1");
            requests.close();
            replies.close();
        }
    }
}
