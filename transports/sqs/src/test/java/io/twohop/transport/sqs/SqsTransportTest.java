package io.twohop.transport.sqs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.engine.protocol.RunListener;
import io.twohop.finding.Finding;
import io.twohop.result.BenchmarkResult;
import io.twohop.testing.model.Outcomes;
import io.twohop.testing.model.WrittenCreations;
import io.twohop.testing.run.WholeRuns;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Creation;
import io.twohop.transport.Envelope;
import io.twohop.transport.Guarantees.Delivery;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.Notices;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.FreePorts;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Against moto's server. */
@Tag("one-jdk")
@Order(2)
@Timeout(120)
class SqsTransportTest {
    private static final Channel CHANNEL = new Channel("requests", 1);
    private static final Duration PATIENCE = Duration.ofSeconds(25);

    @TempDir
    Path directory;

    private final String runId = "twohop-" + UUID.randomUUID();
    private final String queue = runId + "-requests";
    private final WrittenCreations log = new WrittenCreations(new ArrayList<>());

    @BeforeAll
    static void shouldHaveAServer() {
        SharedMoto.assume();
    }

    private RunContext context(int maxMessageBytes) {
        return new RunContext(
                runId,
                directory,
                directory,
                new RunContext.Traffic(1_000, 1_000, maxMessageBytes, 100),
                new RunContext.Channels(1, 1),
                JvmRecorder.NONE,
                new Notices(),
                false,
                null,
                log);
    }

    private static SqsConfig config(String further) {
        return SharedMoto.config(SharedMoto.external() + "waitTime: 1s\n" + further);
    }

    private static SqsClient other() {
        return new Connector(config("").place()).client(2, PATIENCE);
    }

    private static List<String> queues(SqsClient client, String prefix) {
        return client.listQueues(request -> request.queueNamePrefix(prefix)).queueUrls();
    }

    private static boolean publish(Publisher publisher, long correlation) {
        return publisher.publish(ByteBuffer.allocateDirect(64).putInt(0, (int) correlation), correlation);
    }

    private static void receive(Subscription subscription, List<Integer> arrived, int count) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (arrived.size() < count && System.nanoTime() < deadline) {
            subscription.poll(
                    message -> arrived.add(message.order(ByteOrder.BIG_ENDIAN).getInt(message.position())),
                    100_000_000);
        }
    }

    @Test
    void shouldRecordWhatItMakesAndDeleteNothingElse() {
        try (SqsClient other = other()) {
            String theirs = "of-others-" + runId;
            other.createQueue(request -> request.queueName(theirs));
            try (Transport transport = new SqsTransport(config(""), context(256))) {
                transport.create(CHANNEL, "group");
                assertThat(log.standing()).extracting(Creation::name).containsExactly(queue);
                assertThat(queues(other, queue)).hasSize(1);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            assertThat(log.standing()).isEmpty();
            assertThat(queues(other, queue)).isEmpty();
            assertThat(queues(other, theirs)).hasSize(1);
        }
    }

    @Test
    void shouldSweepWhatIsRecorded() {
        try (SqsClient other = other();
                SqsSweeper sweeper = SqsTransport.sweeper(config(""))) {
            other.createQueue(request -> request.queueName(queue));

            assertThat(sweeper.delete(List.of(sweeper.queue(queue), sweeper.queue(runId + "-never-made"))))
                    .isEmpty();
            assertThat(queues(other, queue)).isEmpty();
            assertThat(sweeper.place()).isEqualTo(SharedMoto.endpoint().replace("http://", "") + " us-east-1");
        }
    }

    @Test
    void shouldSendHeadersAndKeysAsAttributes() throws Exception {
        Envelope envelope = new Envelope(3, List.of(new Envelope.Header("header-1", "abc")));
        try (SqsClient other = other();
                Transport transport = new SqsTransport(config(""), context(256).with(envelope))) {
            Publisher publisher = transport.publisher(CHANNEL, Acknowledgements.NONE);
            publisher.key(2);
            publish(publisher, 1);
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();

            String url = queues(other, queue).get(0);
            var attributes = other.receiveMessage(request ->
                            request.queueUrl(url).messageAttributeNames("All").waitTimeSeconds(5))
                    .messages()
                    .get(0)
                    .messageAttributes();
            assertThat(attributes).containsOnlyKeys("header-1", "key");
            assertThat(attributes.get("header-1").stringValue()).isEqualTo("abc");
            assertThat(attributes.get("key").stringValue()).isEqualTo("k0000002");
        }
    }

    /** The first consumer dies with messages that it has received. */
    @Test
    void shouldDeliverAgainWhatADeadConsumerHeld() throws Exception {
        Outcomes outcomes = new Outcomes();
        try (Transport transport = new SqsTransport(config("visibilityTimeout: 2s"), context(256))) {
            assertThat(transport.redelivery()).isEqualTo(Duration.ofSeconds(7));
            Subscription dead = transport.subscribe(CHANNEL, "group");
            Publisher publisher = transport.publisher(CHANNEL, outcomes);
            for (int i = 0; i < 5; i++) {
                publish(publisher, i);
            }
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            assertThatThrownBy(() -> dead.poll(
                            message -> {
                                throw new IllegalStateException("dies");
                            },
                            PATIENCE.toNanos()))
                    .hasMessage("dies");
            dead.close();
            List<Integer> arrived = new ArrayList<>();
            receive(transport.subscribe(CHANNEL, "group"), arrived, 5);

            assertThat(arrived).containsExactlyInAnyOrder(0, 1, 2, 3, 4);
        }
    }

    /** The server may hand a message to two of them. */
    @ParameterizedTest
    @ValueSource(strings = {"", "queue: fifo\ngroups: 8\n"})
    void shouldHandleAndDeleteAllMessagesWithSeveralReceivers(String kind) throws Exception {
        try (SqsClient other = other();
                Transport transport = new SqsTransport(config(kind + "receivers: 4"), context(256))) {
            Subscription subscription = transport.subscribe(CHANNEL, "group");
            Publisher publisher = transport.publisher(CHANNEL, Acknowledgements.NONE);
            for (int i = 0; i < 100; i++) {
                assertThat(publish(publisher, i)).isTrue();
            }
            List<Integer> arrived = new ArrayList<>();
            while (new HashSet<>(arrived).size() < 100) {
                int before = arrived.size();
                receive(subscription, arrived, before + 1);
                assertThat(arrived)
                        .as("arrived before the rest was waited for in vain")
                        .hasSizeGreaterThan(before);
            }
            subscription.close();

            assertThat(other.getQueueAttributes(request -> request.queueUrl(
                                            queues(other, queue).get(0))
                                    .attributeNames(
                                            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES,
                                            QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE))
                            .attributesAsStrings()
                            .values())
                    .containsOnly("0");
        }
    }

    /** Else another consumer, and this one, would have handled them. */
    @Test
    void shouldLeaveMessagesThatWaitedTooLongToTheirNextDelivery() throws Exception {
        try (Transport transport = new SqsTransport(config("visibilityTimeout: 2s"), context(256))) {
            Subscription subscription = transport.subscribe(CHANNEL, "group");
            Publisher publisher = transport.publisher(CHANNEL, Acknowledgements.NONE);
            publish(publisher, 1);
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            Thread.sleep(4_500);
            List<Integer> arrived = new ArrayList<>();
            receive(subscription, arrived, 1);

            assertThat(arrived).containsExactly(1);
            assertThat(transport.incidents())
                    .extracting(Finding::text)
                    .containsExactly(
                            "1 messages waited in the client until visibilityTimeout had passed, and were left to be"
                                    + " delivered again");
        }
    }

    @Test
    void shouldNameTheLimitOfTheEndpoint() throws Exception {
        try (SqsClient other = other();
                Transport transport = new SqsTransport(config(""), context(786_430))) {
            transport.create(CHANNEL, "group");
            String url = queues(other, queue).get(0);
            other.setQueueAttributes(request ->
                    request.queueUrl(url).attributesWithStrings(java.util.Map.of("MaximumMessageSize", "262144")));

            assertThatThrownBy(() -> transport.publisher(CHANNEL, Acknowledgements.NONE))
                    .isInstanceOf(TransportException.class)
                    .hasMessage(
                            "messages of 786,430 bytes, 1,048,576 in base64 with their attributes (expected: at most 262,144"
                                    + " over this endpoint, by MaximumMessageSize of its queues)");
        }
    }

    @Test
    void shouldSayThatNobodyAnswers() throws Exception {
        SqsConfig nowhere = SharedMoto.config("region: us-east-1\nendpoint: http://127.0.0.1:"
                + FreePorts.take(1).get(0));
        try (Transport transport = new SqsTransport(nowhere, context(256))) {
            assertThatThrownBy(() -> transport.subscribe(CHANNEL, "group"))
                    .isInstanceOf(TransportException.class)
                    .hasMessageStartingWith("queues of requests: ")
                    .hasMessageContaining("onnect")
                    .hasMessageEndingWith("check region, endpoint, and the rights that docs/sqs.md lists");
        }
    }

    /** Exactly once and order need one receiver; the write-up's claim. */
    @Test
    void shouldPromiseOrderAndExactlyOnceWithOneReceiverOnly() {
        try (Transport one = new SqsTransport(config("queue: fifo"), context(256));
                Transport two = new SqsTransport(config("queue: fifo\nreceivers: 2"), context(256));
                Transport standard = new SqsTransport(config(""), context(256))) {
            assertThat(one.guarantees().delivery()).isEqualTo(Delivery.EXACTLY_ONCE);
            assertThat(one.guarantees().ordered()).isTrue();
            assertThat(one.guarantees().afterFailure()).isEqualTo(Delivery.AT_LEAST_ONCE);
            assertThat(two.guarantees().delivery()).isEqualTo(Delivery.AT_LEAST_ONCE);
            assertThat(two.guarantees().ordered()).isFalse();
            assertThat(standard.guarantees().delivery()).isEqualTo(Delivery.AT_LEAST_ONCE);
            assertThat(standard.guarantees().ordered()).isFalse();
        }
    }

    /** The fork gets its credentials by the environment. The rate is no test: the server takes long for each message. */
    @Test
    void shouldMeasureAndKeepTheSecrets() throws Exception {
        BenchmarkResult result = WholeRuns.run(
                "rate: 40\nwarmup: 500ms\nduration: 1s\ndrain: 60s\nfloor: 0s\nidle: park\n",
                "transport: sqs\nwaitTime: 1s\n" + SharedMoto.external(),
                directory,
                RunListener.NONE);

        assertThat(result.complete()).isTrue();
        assertThat(result.accounting().orElseThrow().received()).isEqualTo(60);
        String[] secrets = Stream.of("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN")
                .map(System::getenv)
                .toArray(String[]::new);
        try (Stream<Path> files = Files.walk(directory)) {
            assertThat(files.filter(Files::isRegularFile))
                    .isNotEmpty()
                    .allSatisfy(file -> assertThat(file)
                            .content(StandardCharsets.ISO_8859_1)
                            .doesNotContain(secrets));
        }
    }
}
