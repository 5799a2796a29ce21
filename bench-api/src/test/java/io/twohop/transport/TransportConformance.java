package io.twohop.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.twohop.workload.Fault;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests every promise of the transport interface: extend it, and name a provider and a configuration.
 *
 * @param <C> the transport's configuration
 */
@Timeout(180)
public abstract class TransportConformance<C extends Record> {
    private static final int MAX_MESSAGE_BYTES = 4_096;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String GROUP = "conformance";

    @TempDir
    protected Path directory;

    private final List<Long> received = new ArrayList<>();
    private final Map<Integer, Integer> lanes = new HashMap<>();
    private final Queue<Long> acknowledged = new ConcurrentLinkedQueue<>();
    private final Queue<Throwable> failed = new ConcurrentLinkedQueue<>();
    private final List<AutoCloseable> ends = new ArrayList<>();
    private Transport transport;
    private Subscription subscription;
    private Publisher publisher;

    /** The transport under test. */
    protected abstract TransportProvider<C> provider();

    /** A configuration for it. */
    protected abstract C config();

    /** The libraries and servers that messages go through. */
    protected String[] libraries() {
        return new String[0];
    }

    /** Number of messages of the longest test; a tenth of it, or 100, in others. Fewer are for servers that take long for each. */
    protected int messages() {
        return 10_000;
    }

    private int fewer() {
        return Math.max(100, messages() / 10);
    }

    @BeforeEach
    void open() throws Exception {
        open(directory, Envelope.NONE);
    }

    private void open(Path itsDirectory, Envelope envelope) throws Exception {
        open(itsDirectory, envelope, 1);
    }

    private void open(Path itsDirectory, Envelope envelope, int subscribers) throws Exception {
        RunContext context = new RunContext(
                        "conformance-" + UUID.randomUUID(),
                        itsDirectory,
                        itsDirectory,
                        new RunContext.Traffic(10_000, 100_000, MAX_MESSAGE_BYTES, 100),
                        new RunContext.Channels(2, 1, 1, subscribers, RunContext.Parts.NONE))
                .with(envelope);
        provider().check(config(), context);
        transport = provider().open(config(), context);
    }

    /** Opens both ends of a channel, ready for messages. */
    private void connect(int topics) throws Exception {
        Channel channel = new Channel("conformance-1", 1, topics);
        subscription = subscribe(channel);
        publisher = publisher(channel);
        transport.settle();
    }

    private Subscription subscribe(Channel channel) throws Exception {
        Subscription subscription = transport.subscribe(channel, GROUP);
        ends.add(subscription);
        return subscription;
    }

    private Publisher publisher(Channel channel) throws Exception {
        Publisher publisher = transport.publisher(channel, counting());
        ends.add(publisher);
        return publisher;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable end : ends) {
            end.close();
        }
        if (transport != null) {
            transport.close();
        }
    }

    @Test
    void shouldBeFoundByItsName() {
        assertThat(provider().name()).matches("[a-z][a-z0-9-]*");
        assertThat(provider().configType()).isEqualTo(config().getClass());
        assertThat(ServiceLoader.load(TransportProvider.class))
                .anyMatch(found -> found.name().equals(provider().name()));
    }

    @Test
    void shouldCarryTheFilesItNames() {
        assertThat(provider().files())
                .isNotEmpty()
                .allSatisfy(file -> assertThat(provider().getClass().getResource("/" + file))
                        .isNotNull());
    }

    @Test
    void shouldSayBeforehandWhatFaultsCanBeDoneTo() {
        List<String> names = new ArrayList<>(provider().faultTargets(config()));
        // These are the run's, wherever the transport uses them.
        names.removeAll(List.of(Fault.CONSUMER, Fault.NETWORK, Fault.DISK));
        assertThat(transport.faultTargets()).extracting(FaultTarget::name).containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void shouldDeliverEveryMessagePublishedAfterSubscribing() throws Exception {
        connect(1);

        publishAndReceive(messages(), 100);

        assertReceived(messages());
        assertThat(publisher.lanes()).isPositive();
        assertOrderedByLane();
    }

    /** Each lane is a topic, partition or subject that exists, and keeps the order that the transport promises. */
    private void assertOrderedByLane() {
        assertOrderedByLane(received);
    }

    private void assertOrderedByLane(List<Long> arrivals) {
        Map<Integer, List<Long>> byLane =
                arrivals.stream().collect(Collectors.groupingBy(message -> lanes.get(message.intValue())));
        assertThat(byLane.values()).allSatisfy(messages -> {
            if (transport.guarantees().ordered()) {
                assertThat(messages).isSorted();
            }
        });
    }

    @Test
    void shouldSpreadAChannelOverItsTopics() throws Exception {
        int topics = Math.min(7, provider().topicLimit().most());
        connect(topics);

        publishAndReceive(fewer(), 100);

        assertReceived(fewer());
        assertThat(publisher.lanes() % topics)
                .as("each of %s topics has as many lanes", topics)
                .isZero();
        assertThat(lanes.values()).as("all of them are used").containsAll(range(publisher.lanes()));
        assertOrderedByLane();
    }

    @Test
    void shouldSendEachMessageToTheTopicThatIsChosen() throws Exception {
        int topics = Math.min(3, provider().topicLimit().most());
        connect(topics);

        // Seven to one, then seven to the next: not in turn.
        int count = Math.min(420, fewer());
        publishAndReceive(count, 100, number -> publisher.topic(number / 7 % topics));

        assertReceived(count);
        assertThat(lanes.values()).as("all of them are used").containsAll(range(publisher.lanes()));
        Map<Integer, Set<Integer>> topicsByLane = lanes.entrySet().stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue,
                        Collectors.mapping(sent -> sent.getKey() / 7 % topics, Collectors.toSet())));
        assertThat(topicsByLane.values())
                .allSatisfy(itsTopics -> assertThat(itsTopics).hasSize(1));
        assertOrderedByLane();
    }

    /** Where it fans out. */
    @TestFactory
    Stream<DynamicTest> shouldFanOut() {
        return provider().fansOut()
                ? Stream.of(dynamicTest("three groups", this::assertDeliversEveryMessageToEachSubscriberInOrder))
                : Stream.empty();
    }

    /** The groups read at their own pace, each on a thread of its own. */
    private void assertDeliversEveryMessageToEachSubscriberInOrder() throws Exception {
        transport.close();
        int subscribers = 3;
        int count = 2_000;
        open(Files.createDirectory(directory.resolve("fan-out")), Envelope.NONE, subscribers);
        Channel channel = new Channel("conformance-1", 1);
        List<Subscription> subscriptions = new ArrayList<>();
        for (int i = 0; i < subscribers; i++) {
            Subscription subscription = transport.subscribe(channel, GROUP + "-" + i);
            ends.add(subscription);
            subscriptions.add(subscription);
        }
        publisher = publisher(channel);
        transport.settle();
        List<List<Long>> got = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        for (Subscription subscription : subscriptions) {
            List<Long> own = new ArrayList<>();
            got.add(own);
            threads.add(new Thread(() -> {
                long deadline = System.nanoTime() + PATIENCE.toNanos();
                while (own.size() < count && System.nanoTime() < deadline) {
                    subscription.poll(message -> own.add(message.getLong(message.position())), 1_000_000);
                }
                // What came twice would come now.
                subscription.poll(message -> own.add(message.getLong(message.position())), 10_000_000);
            }));
        }
        threads.forEach(Thread::start);
        for (int i = 0; i < count; i++) {
            lanes.put(i, publisher.lane());
            publish(message(i, 100), i);
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(got).allSatisfy(own -> {
            assertThat(own.stream().sorted().toList()).isEqualTo(numbers(count));
            assertOrderedByLane(own);
        });
    }

    /** Where it has keys. */
    @TestFactory
    Stream<DynamicTest> shouldSendKeys() {
        return provider().carries().contains(Envelope.Part.KEYS)
                ? Stream.of(dynamicTest("one topic and two", () -> {
                    // Not one test each: they would share what was received.
                    assertSendsEachKeyOnALaneOfItsOwnAndWithHeaders(1);
                    assertSendsEachKeyOnALaneOfItsOwnAndWithHeaders(2);
                }))
                : Stream.empty();
    }

    /** Who counts on a key's order needs to know its lane before a message is there. */
    private void assertSendsEachKeyOnALaneOfItsOwnAndWithHeaders(int topics) throws Exception {
        transport.close();
        received.clear();
        lanes.clear();
        // Not a multiple of the topics, or each key would meet one of them alone.
        int keys = 49;
        List<Envelope.Header> headers = provider().carries().contains(Envelope.Part.HEADERS)
                ? List.of(new Envelope.Header("one", "1".repeat(32)), new Envelope.Header("two", "2"))
                : List.of();
        open(Files.createDirectory(directory.resolve("with-keys-" + topics)), new Envelope(keys, headers));
        connect(topics);

        publishAndReceive(fewer(), 100, number -> publisher.key(number % keys));
        // A transport that closes fails the messages that it has not acknowledged.
        assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();

        assertReceived(fewer());
        Map<Long, List<Long>> byKey = received.stream().collect(Collectors.groupingBy(message -> message % keys));
        assertThat(byKey).hasSize(keys).allSatisfy((key, messages) -> {
            assertThat(messages.stream()
                            .map(message -> lanes.get(message.intValue()))
                            .distinct())
                    .as("one lane of each topic")
                    .hasSize(topics);
            if (topics == 1 && transport.guarantees().orderedByKey()) {
                assertThat(messages).isSorted();
            }
        });
    }

    @Test
    void shouldKeepEveryByteOfSmallAndLargeMessages() throws Exception {
        connect(1);

        for (int bytes : new int[] {32, 33, 100, 1_023, MAX_MESSAGE_BYTES}) {
            received.clear();
            publishAndReceive(10, bytes);
            assertThat(received).hasSize(10);
        }
    }

    @Test
    void shouldKeepChannelsApart() throws Exception {
        Channel first = new Channel("conformance-1", 1);
        Channel second = new Channel("conformance-2", 2);
        Subscription ofFirst = subscribe(first);
        Subscription ofSecond = subscribe(second);
        Publisher toFirst = publisher(first);
        Publisher toSecond = publisher(second);
        transport.settle();

        publish(toFirst, message(1, 64), 1);
        publish(toSecond, message(2, 64), 2);

        pollUntil(ofFirst, 1);
        assertThat(received).containsExactly(1L);
        pollUntil(ofSecond, 2);
        assertThat(received).containsExactly(1L, 2L);
    }

    @Test
    void shouldLeaveTheMessageBufferAsItWas() throws Exception {
        connect(1);
        ByteBuffer message = message(7, 64);
        message.position(8).limit(48);

        publish(message, 7);

        assertThat(message.position()).isEqualTo(8);
        assertThat(message.limit()).isEqualTo(48);
        List<Integer> lengths = new ArrayList<>();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (lengths.isEmpty() && System.nanoTime() < deadline) {
            subscription.poll(arrived -> lengths.add(arrived.remaining()), 1_000_000);
        }
        assertThat(lengths).containsExactly(40);
    }

    @Test
    void shouldConsumeTheBytesBeforePublishReturns() throws Exception {
        connect(1);
        ByteBuffer reused = message(0, 64);

        for (long i = 0; i < 100; i++) {
            reused.clear().put(message(i, 64)).flip();
            publish(reused, i);
        }

        pollUntil(100);
        assertReceived(100);
    }

    @Test
    void shouldHandOverMessagesInNativeOrderAndInPlace() throws Exception {
        connect(1);

        publish(message(0x0102030405060708L, 64), 1);

        pollUntil(1);
        assertThat(received).containsExactly(0x0102030405060708L);
    }

    @Test
    void shouldAcknowledgeEveryMessageOnceWhereItSaysSo() throws Exception {
        connect(1);

        publishAndReceive(fewer(), 100);

        assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
        if (transport.guarantees().acknowledged()) {
            assertThat(acknowledged.stream().sorted().toList()).isEqualTo(numbers(fewer()));
        }
    }

    @Test
    void shouldSayTheVersionsOfWhatMessagesGoThrough() {
        assertThat(transport.versions()).containsOnlyKeys(libraries());
        assertThat(transport.versions().values()).allMatch(version -> version.matches("\\d+(\\.\\d+)+.*"));
    }

    @Test
    void shouldReturnFromAnEmptyPoll() throws Exception {
        Subscription subscription = subscribe(new Channel("conformance-1", 1));
        transport.settle();

        assertThat(subscription.poll(this::receive, 0)).isZero();
        assertThat(subscription.poll(this::receive, 1_000_000)).isZero();
    }

    @Test
    void shouldWorkFromThreadsOtherThanTheOneThatOpenedIt() throws Exception {
        connect(1);
        List<Throwable> failures = new ArrayList<>();
        Thread publishing = new Thread(() -> {
            for (long i = 0; i < fewer(); i++) {
                publish(message(i, 100), i);
            }
        });
        Thread polling = new Thread(() -> pollUntil(fewer()));
        for (Thread thread : List.of(publishing, polling)) {
            thread.setUncaughtExceptionHandler((failed, cause) -> failures.add(cause));
            thread.start();
        }
        publishing.join(PATIENCE.toMillis());
        polling.join(PATIENCE.toMillis());

        assertThat(failures).isEmpty();
        assertThat(received).hasSize(fewer());
    }

    @Test
    void shouldCarryEveryAnswerOfAService() throws Exception {
        Channel requests = new Channel("conformance-1", 1);
        Channel replies = new Channel("conformance-2", 2);
        Subscription sink = subscribe(replies);
        ServiceEnds service = transport.service(requests, GROUP, replies, counting());
        ends.add(service.requests());
        ends.add(service.replies());
        publisher = publisher(requests);
        transport.settle();

        for (long i = 0; i < 100; i++) {
            publish(message(i, 100), i);
        }
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (received.size() < 100 && System.nanoTime() < deadline) {
            service.requests().poll(request -> publish(service.replies(), request, 0), 1_000_000);
            sink.poll(this::receive, 1_000_000);
        }

        assertReceived(100);
    }

    @Test
    void shouldCloseTwiceWithoutComplaint() throws Exception {
        connect(1);

        publisher.close();
        subscription.close();
        transport.close();
        transport.close();
    }

    private void assertReceived(int count) {
        // AssertJ would look for each in turn, which takes a second where several lanes mix them.
        assertThat(received.stream().sorted().toList()).isEqualTo(numbers(count));
    }

    private static List<Long> numbers(int count) {
        return LongStream.range(0, count).boxed().toList();
    }

    private static List<Integer> range(int end) {
        return IntStream.range(0, end).boxed().toList();
    }

    private void publishAndReceive(int count, int bytes) {
        publishAndReceive(count, bytes, number -> {});
    }

    /** @param before each offer */
    private void publishAndReceive(int count, int bytes, IntConsumer before) {
        int target = received.size() + count;
        for (int i = 0; i < count; i++) {
            ByteBuffer message = message(i, bytes);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            before.accept(i);
            int lane = publisher.lane();
            assertThat(lane).isBetween(0, publisher.lanes() - 1);
            lanes.put(i, lane);
            while (!publisher.publish(message, i)) {
                before.accept(i);
                assertThat(publisher.lane()).as("stays until one is taken").isEqualTo(lane);
                subscription.poll(this::receive, 0);
                assertThat(System.nanoTime()).as("back pressure ends").isLessThan(deadline);
            }
            subscription.poll(this::receive, 0);
        }
        pollUntil(target);
    }

    private void publish(ByteBuffer message, long correlation) {
        publish(publisher, message, correlation);
    }

    private static void publish(Publisher publisher, ByteBuffer message, long correlation) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!publisher.publish(message, correlation)) {
            assertThat(System.nanoTime()).as("back pressure ends").isLessThan(deadline);
        }
    }

    private void pollUntil(int count) {
        pollUntil(subscription, count);
    }

    private void pollUntil(Subscription subscription, int count) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (received.size() < count && failed.isEmpty() && System.nanoTime() < deadline) {
            subscription.poll(this::receive, 1_000_000);
        }
        assertThat(failed).isEmpty();
        // One more, so that a message too many is seen as well.
        subscription.poll(this::receive, 0);
        assertThat(received).hasSize(count);
    }

    /** The first eight bytes are the number, the others follow from it and from the length. */
    private static ByteBuffer message(long number, int bytes) {
        ByteBuffer message = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
        message.putLong(number);
        while (message.hasRemaining()) {
            message.put((byte) (number + message.position()));
        }
        return message.flip();
    }

    private void receive(ByteBuffer message) {
        assertThat(message.order()).isEqualTo(ByteOrder.nativeOrder());
        assertThat(message.isDirect()).isTrue();
        int start = message.position();
        long number = message.getLong();
        while (message.hasRemaining()) {
            int offset = message.position() - start;
            byte expected = (byte) (number + offset);
            if (message.get() != expected) {
                throw new AssertionError("byte " + offset + " of message " + number + " changed on the way");
            }
        }
        received.add(number);
    }

    private Acknowledgements counting() {
        return new Acknowledgements() {
            @Override
            public void acknowledged(long correlation) {
                acknowledged.add(correlation);
            }

            @Override
            public void failed(long correlation, Throwable cause) {
                // Clients swallow what is thrown on their threads.
                failed.add(new AssertionError("message " + correlation + " failed", cause));
            }
        };
    }
}
