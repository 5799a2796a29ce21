package io.twohop.transport.sqs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
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
    private static final int RECEIVERS = 4;

    private final Queue<String> deleted = new ConcurrentLinkedQueue<>();
    private final CountDownLatch first = new CountDownLatch(1);
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger given = new AtomicInteger();
    private final SqsIncidents incidents = new SqsIncidents(new Notices());

    private Answer answer(String action, JsonNode request) throws InterruptedException {
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
            QueueSubscription subscription = new QueueSubscription(
                    client, List.of("http://127.0.0.1/1/queue"), config.reading(), 100, incidents);
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
}
