package io.twohop.transport.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.nats.client.Connection;
import io.nats.client.JetStreamManagement;
import io.nats.client.Message;
import io.nats.client.NKey;
import io.nats.client.Nats;
import io.nats.client.api.StreamConfiguration;
import io.twohop.config.YamlDocument;
import io.twohop.finding.Finding;
import io.twohop.testing.CutLine;
import io.twohop.testing.HeldReply;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Envelope;
import io.twohop.transport.FaultTarget;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.workload.Fault;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Against real servers. */
@Timeout(360)
class NatsTransportTest {
    private static final Channel CHANNEL = new Channel("requests", 1);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration BOUND = Duration.ofSeconds(30);

    @TempDir
    Path directory;

    private final AtomicLong acknowledged = new AtomicLong();
    private RunContext context;

    @BeforeEach
    void setUp() {
        context = context(1_000);
    }

    private RunContext context(int maxMessageBytes) {
        return new RunContext(
                "twohop-" + UUID.randomUUID(),
                directory,
                directory,
                new RunContext.Traffic(1_000, 10_000, maxMessageBytes, 100),
                new RunContext.Channels(2, 1));
    }

    private Transport open(String yaml) throws Exception {
        return open(yaml, context);
    }

    private static Transport open(String yaml, RunContext context) throws Exception {
        return new NatsProvider().open(YamlDocument.parse("test.yaml", yaml).bind(NatsConfig.class), context);
    }

    private void openAndUse(String yaml, RunContext used) throws Exception {
        try (Transport transport = open(yaml, used)) {
            transport.subscribe(CHANNEL, "group").close();
        }
    }

    @Test
    void shouldShareMessagesAmongTheConsumersOfAGroup() throws Exception {
        for (String yaml : List.of("consumers: 2", "mode: jetstream\nconsumers: 2")) {
            try (Transport transport = open(yaml, context(1_000));
                    Subscription first = transport.subscribe(CHANNEL, "group");
                    Subscription second = transport.subscribe(CHANNEL, "group");
                    Publisher publisher = transport.publisher(CHANNEL, counting())) {
                for (int i = 0; i < 1_000; i++) {
                    publish(publisher, i, 64);
                }
                List<Long> received = new ArrayList<>();
                long deadline = System.nanoTime() + PATIENCE.toNanos();
                int polled = 0;
                while (received.size() < 1_000 && System.nanoTime() < deadline) {
                    Subscription next = polled++ % 2 == 0 ? first : second;
                    next.poll(message -> received.add(message.getLong(0)), 1_000_000);
                }

                assertThat(received).hasSize(1_000).doesNotHaveDuplicates();
                assertThat(transport.incidents()).isEmpty();
            }
        }
    }

    /** The conformance tests know it of one server without streams. */
    @ParameterizedTest
    @ValueSource(strings = {"mode: jetstream", "mode: jetstream\nnodes: 3\nreplicas: 3"})
    void shouldSayBeforehandWhatFaultsCanBeDoneTo(String yaml) throws Exception {
        NatsConfig config = YamlDocument.parse("test.yaml", yaml).bind(NatsConfig.class);
        List<String> names = new ArrayList<>(new NatsProvider().faultTargets(config));
        names.removeAll(List.of(Fault.CONSUMER, Fault.NETWORK, Fault.DISK));
        try (Transport transport = open(yaml)) {
            assertThat(transport.faultTargets())
                    .extracting(FaultTarget::name)
                    .isNotEmpty()
                    .containsExactlyInAnyOrderElementsOf(names);
        }
    }

    /** As somebody sees it who subscribes beside the run. */
    @ParameterizedTest
    @CsvSource({"core, 1, false", "core, 3, false", "jetstream, 1, false", "jetstream, 3, true"})
    void shouldSendEachKeyToASubjectOfItsOwnWithHeaders(String mode, int topics, boolean deduplicate) throws Exception {
        Envelope envelope =
                new Envelope(20, List.of(new Envelope.Header("one", "1".repeat(32)), new Envelope.Header("two", "2")));
        Channel channel = new Channel("requests", 1, topics);
        try (TestServer server = jetStreamServer("");
                Transport transport = open(
                        external(server) + "mode: " + mode + (deduplicate ? "\ndeduplicate: true" : ""),
                        context.with(envelope));
                Subscription subscription = transport.subscribe(channel, "group");
                Publisher publisher = transport.publisher(channel, counting())) {
            Connection user = Nats.connect(server.url());
            io.nats.client.Subscription all = user.subscribe("twohop.>");
            user.flush(PATIENCE);
            for (int i = 0; i < 100; i++) {
                publisher.key(i % 20);
                assertThat(publisher.lane()).isEqualTo(i % topics);
                publish(publisher, i, 64);
            }

            String prefix = "twohop." + context.runId() + "-requests";
            for (int i = 0; i < 100; i++) {
                Message message = all.nextMessage(PATIENCE);
                assertThat(message.getSubject())
                        .isEqualTo(prefix + (topics == 1 ? "" : "." + i % topics) + String.format(".k%07d", i % 20));
                assertThat(message.getHeaders().get("one")).containsExactly("1".repeat(32));
                assertThat(message.getHeaders().get("two")).containsExactly("2");
                assertThat(message.getHeaders().containsKey("Nats-Msg-Id")).isEqualTo(deduplicate);
            }
            user.close();
            List<Long> received = new ArrayList<>();
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (received.size() < 100 && System.nanoTime() < deadline) {
                subscription.poll(message -> received.add(message.getLong(0)), 1_000_000);
            }
            assertThat(received).hasSize(100).isSorted();
            assertThat(transport.incidents()).isEmpty();
        }
    }

    /** A header of 1 MiB, and the largest message without one. */
    @Test
    void shouldCountHeadersAsPartsOfAMessage() {
        RunContext large = context(100)
                .with(new Envelope(0, List.of(new Envelope.Header("a", "v".repeat((1 << 20) - 100 - 12 - 3)))));

        assertThatThrownBy(() -> openAndUse("mode: core", large))
                .hasMessageContaining("max_payload: 1,048,576 bytes (expected: at least 1,048,577");
    }

    @Test
    void shouldRefuseMoreSubjectsThanAServerShouldKeep() {
        NatsConfig config = YamlDocument.parse("test.yaml", "mode: core").bind(NatsConfig.class);
        RunContext any = context.with(new Envelope(1_000_000, List.of()));
        RunContext many =
                any.with(new RunContext.Channels(2, 1, 2, 1, any.channels().parts()));

        new NatsProvider().check(config, any);
        assertThatThrownBy(() -> new NatsProvider().check(config, many))
                .isInstanceOf(TransportException.class)
                .hasMessageStartingWith("topics: 2 with 1,000,000 keys each = 2,000,000 subjects (expected: at most"
                        + " 1,000,000 over nats: ");
    }

    /** As of a JVM that just started on a busy machine. */
    @Test
    void shouldForgetAnAttemptToConnectThatCameToNothing() throws Exception {
        try (TestServer server = jetStreamServer("");
                SlowGate gate = new SlowGate(server.port())) {
            try (Transport transport = open("broker: external\nurl: nats://127.0.0.1:" + gate.port()
                    + "\nmode: jetstream\nclient: { timeout: 1000 }")) {
                transport.subscribe(CHANNEL, "group").close();

                assertThat(gate.ignored()).as("connections that got no answer").isEqualTo(1);
                assertThat(transport.incidents()).isEmpty();
            }
        }
    }

    @Test
    void shouldPushBackWhenTooManyAcknowledgementsAreOutstanding() throws Exception {
        try (TestServer server = jetStreamServer("");
                Transport transport = open(external(server) + "mode: jetstream\nmaxInFlight: 5");
                Publisher publisher = transport.publisher(CHANNEL, counting())) {
            // Nobody answers while the server is stopped.
            server.kill();

            int taken = 0;
            while (taken < 100 && publisher.publish(message(taken, 64), taken)) {
                taken++;
            }

            assertThat(taken).isEqualTo(5);
        }
    }

    /** The reply goes over another connection, which the acknowledgement of the request could overtake. */
    @ParameterizedTest
    @ValueSource(strings = {"consumer: pull", "consumer: push", "publish: sync"})
    void shouldGiveTheRequestOfADeadServiceToTheNextOneIfItsReplyHasNotLeft(String yaml) throws Exception {
        String stream = "mode: jetstream\nexpires: 1s\nconsumerOptions: { ack_wait: 2000000000 }\n" + yaml;
        try (TestServer server = jetStreamServer("");
                CutLine line = new CutLine(server.port());
                Transport next = open(external(server) + stream);
                Transport service = open("broker: external\nurl: nats://127.0.0.1:" + line.port() + "\n" + stream)) {
            assertThat(HeldReply.requestComesAgain(service, line, next, BOUND)).isTrue();
        }
    }

    @Test
    void shouldReportWhatASlowConsumerMissed() throws Exception {
        try (Transport transport = open("mode: core");
                Subscription subscription = transport.subscribe(CHANNEL, "group");
                Publisher publisher = transport.publisher(CHANNEL, counting())) {
            // More than the client keeps for a consumer that takes none: half a million messages.
            for (int i = 0; i < 600_000; i++) {
                publish(publisher, i, 8);
            }
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();

            awaitIncident(transport);
            assertThat(transport.incidents()).singleElement().satisfies(incident -> {
                assertThat(incident.text()).matches("the client dropped [1-9]\\d* messages .*");
                assertThat(incident.invalidates()).isTrue();
            });
            assertThat(subscription.poll(message -> {}, 0)).isPositive();
        }
    }

    @Test
    void shouldReportThatTheConnectionWasLost() throws Exception {
        try (TestServer server = new TestServer(directory, "");
                Transport transport = open(external(server))) {
            Subscription subscription = transport.subscribe(CHANNEL, "group");
            server.kill();

            // What the client says of its sockets may come first.
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (transport.incidents().stream().noneMatch(NatsTransportTest::tellsOfALoss)) {
                assertThat(System.nanoTime())
                        .as(transport.incidents().toString())
                        .isLessThan(deadline);
                Thread.sleep(10);
            }
            subscription.close();
        }
    }

    @Test
    void shouldReportAPermissionThatIsMissing() throws Exception {
        String permissions = "authorization { users: [ { user: bench, password: pw,"
                + " permissions: { publish: { deny: \"twohop.>\" } } } ] }\n";
        try (TestServer server = new TestServer(directory, permissions);
                Transport transport = open(external(server) + "client: { username: bench, password: pw }");
                Publisher publisher = transport.publisher(CHANNEL, counting())) {
            publish(publisher, 1, 64);
            awaitIncident(transport);

            assertThat(transport.incidents()).singleElement().satisfies(incident -> {
                assertThat(incident.text()).contains("Permissions Violation for Publish");
                assertThat(incident.invalidates()).isTrue();
            });
        }
    }

    @Test
    void shouldTouchNoStreamButItsOwn() throws Exception {
        try (TestServer server = jetStreamServer("")) {
            Connection user = Nats.connect(server.url());
            JetStreamManagement streams = user.jetStreamManagement();
            streams.addStream(StreamConfiguration.builder()
                    .name("requests")
                    .subjects("requests")
                    .build());
            try (Transport transport = open(external(server) + "mode: jetstream")) {
                transport.subscribe(CHANNEL, "group").close();
                assertThat(streams.getStreamNames()).hasSize(2).contains(context.runId() + "-requests");
            }
            assertThat(streams.getStreamNames()).containsExactly("requests");
            user.close();
        }
    }

    /** Whoever tries a file without servers of their own may leave its credentials there. */
    @Test
    void shouldUseEmbeddedServersWithAFileOfCredentials() throws Exception {
        openAndUse("client: { token: of-another-server }", context);
        openAndUse("client: { username: me, password: 'mine \" \\\\ $' }", context);
    }

    @Test
    void shouldLetInByEveryKindOfCredential() throws Exception {
        Path seed = directory.resolve("user.nk");
        NKey key = NKey.createUser(null);
        Files.writeString(seed, "# a comment\n" + new String(key.getSeed()) + "\n");
        String users = "authorization { users: [ { nkey: " + new String(key.getPublicKey()) + " } ] }\n";
        try (TestServer server = new TestServer(directory, users)) {
            openAndUse(external(server) + "nkeyFile: " + seed, context);
            assertThatThrownBy(() -> openAndUse(external(server), context))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("check");
        }
        try (TestServer server = new TestServer(directory, "authorization { token: s3cret }\n")) {
            openAndUse(external(server) + "client: { token: s3cret }", context);
            assertThatThrownBy(() -> openAndUse(external(server) + "client: { token: wr0ng }", context))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("credential.path")
                    .hasMessageNotContaining("wr0ng");
        }
    }

    @Test
    void shouldNameBothSizesWhenTheServerTakesNoMessageAsLarge() {
        assertThatThrownBy(() -> openAndUse("mode: core", context(2 << 20)))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("max_payload: 1,048,576 bytes (expected: at least 2,097,152")
                .hasMessageContaining("-Dtransport.serverConfig.max_payload=2097152");
    }

    @Test
    void shouldKnowBeforeAServerIsStartedThatItWouldTakeNoMessageAsLarge() {
        MaxPayload.checkEmbedded(Map.of(), 1 << 20);
        MaxPayload.checkEmbedded(Map.of("max_payload", "2MB"), 2 << 20);
        MaxPayload.checkEmbedded(Map.of("max_payload", "much"), 2 << 20);
        assertThatThrownBy(() -> MaxPayload.checkEmbedded(Map.of("max_payload", "2000k"), 2 << 20))
                .hasMessageContaining("max_payload: 2,048,000 bytes (expected: at least 2,097,152");
        assertThatThrownBy(() -> MaxPayload.checkEmbedded(Map.of(), (1 << 20) + 1))
                .hasMessageContaining("-Dtransport.serverConfig.max_payload=1048577");
    }

    @Test
    void shouldTakeLargerMessagesWhenToldTo() throws Exception {
        openAndUse("serverConfig: { max_payload: 3MB }", context(2 << 20));
    }

    @Test
    void shouldSayThatJetStreamIsOff() throws Exception {
        try (TestServer server = new TestServer(directory, "")) {
            refusedInBoundedTime(external(server) + "mode: jetstream", "enable JetStream");
        }
    }

    @Test
    void shouldSayThatThereAreTooFewServersForTheReplicas() throws Exception {
        try (TestServer server = jetStreamServer("")) {
            refusedInBoundedTime(external(server) + "mode: jetstream\nreplicas: 3", "replicas", "lower replicas (3)");
        }
    }

    @Test
    void shouldSayThatThereIsNoRoomForTheStream() throws Exception {
        try (TestServer server = jetStreamServer(", max_memory_store: 1MB")) {
            refusedInBoundedTime(
                    external(server) + "mode: jetstream\nstream: { max_bytes: 10000000 }", "lower stream: max_bytes");
        }
    }

    @Test
    void shouldEndInBoundedTimeWhenNobodyListens() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        refusedInBoundedTime("broker: external\nurl: nats://127.0.0.1:" + port, "check url");
    }

    @Test
    void shouldEndInBoundedTimeWhenTheServerAcceptsAndSaysNothing() throws Exception {
        try (ServerSocket mute = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            refusedInBoundedTime("broker: external\nurl: nats://127.0.0.1:" + mute.getLocalPort(), "check url");
        }
    }

    private static boolean tellsOfALoss(Finding incident) {
        return incident.text().startsWith("connections to the server were lost");
    }

    private static void awaitIncident(Transport transport) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (transport.incidents().isEmpty() && System.nanoTime() < deadline) {
            Thread.sleep(10);
        }
    }

    private void refusedInBoundedTime(String yaml, String... words) {
        long start = System.nanoTime();

        assertThatThrownBy(() -> openAndUse(yaml, context))
                .isInstanceOf(TransportException.class)
                .hasMessageContainingAll(words);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(BOUND);
    }

    private TestServer jetStreamServer(String options) throws Exception {
        return new TestServer(
                directory, "jetstream { store_dir: \"" + directory.resolve("js") + "\"" + options + " }\n");
    }

    private static String external(TestServer server) {
        return "broker: external\nurl: " + server.url() + "\n";
    }

    private static void publish(Publisher publisher, long number, int bytes) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        ByteBuffer message = message(number, bytes);
        while (!publisher.publish(message, number)) {
            assertThat(System.nanoTime()).as("back pressure ends").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private static ByteBuffer message(long number, int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder()).putLong(0, number);
    }

    private Acknowledgements counting() {
        return new Acknowledgements() {
            @Override
            public void acknowledged(long correlation) {
                acknowledged.incrementAndGet();
            }

            @Override
            public void failed(long correlation, Throwable cause) {}
        };
    }
}
