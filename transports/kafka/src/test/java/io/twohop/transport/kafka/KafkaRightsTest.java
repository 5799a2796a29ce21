package io.twohop.transport.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.finding.Finding;
import io.twohop.testing.model.WrittenCreations;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.ConsumerWatch;
import io.twohop.transport.Creation;
import io.twohop.transport.Creations;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.Notices;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.ServiceEnds;
import io.twohop.transport.SharedServer;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.kafka.broker.ClusterPlan;
import io.twohop.transport.kafka.broker.EmbeddedCluster;
import io.twohop.transport.kafka.broker.Sasl;
import io.twohop.transport.kit.Broker;
import io.twohop.transport.kit.ServerUser;
import io.twohop.workload.JvmOptions;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cluster on which the run's user has the rights of docs/kafka.md, or all but one. */
@Tag("one-jdk")
@Execution(ExecutionMode.SAME_THREAD)
@Timeout(360)
class KafkaRightsTest {
    private static final ServerUser OWNER = ServerUser.made();
    private static final ServerUser LIMITED = new ServerUser("limited", "of-the-limited");
    private static final Channel REQUESTS = new Channel("requests", 1);
    private static final Channel REPLIES = new Channel("replies", 2);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Set<String> DOCUMENTED = Set.of(
            "TOPIC CREATE",
            "TOPIC WRITE",
            "TOPIC READ",
            "TOPIC DELETE",
            "GROUP READ",
            "GROUP DELETE",
            "TRANSACTIONAL_ID WRITE");

    @TempDir
    static Path brokerDirectory;

    private static EmbeddedCluster cluster;
    private static Admin owner;

    @TempDir
    Path directory;

    private final List<Creation> standing = new ArrayList<>();
    private final Collection<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final Acknowledgements acknowledgements = new Acknowledgements() {
        @Override
        public void acknowledged(long correlation) {}

        @Override
        public void failed(long correlation, Throwable cause) {
            failures.add(cause);
        }
    };

    @BeforeAll
    static void start() throws Exception {
        String users =
                "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"%1$s\" password=\"%2$s\""
                        + " user_%1$s=\"%2$s\" user_limited=\"of-the-limited\";";
        Map<String, String> further = Map.of(
                "authorizer.class.name",
                "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
                "super.users",
                "User:" + OWNER.name(),
                "listener.name.clients.plain.sasl.jaas.config",
                String.format(users, OWNER.name(), OWNER.password()));
        cluster = new EmbeddedCluster(
                new ClusterPlan(
                        SharedServer.LOOPBACK,
                        1,
                        new JvmOptions("256m", JvmOptions.Gc.SERIAL, List.of("-XX:TieredStopAtLevel=1")),
                        further,
                        Optional.of(OWNER)),
                brokerDirectory,
                brokerDirectory,
                JvmRecorder.NONE);
        owner = Admin.create(new HashMap<>(cluster.clientProperties()));
    }

    @AfterAll
    static void stop() {
        owner.close(Duration.ZERO);
        cluster.close();
    }

    private static void grantAllBut(String missing) throws Exception {
        grant(DOCUMENTED.stream().filter(right -> !right.equals(missing)).toList());
    }

    /** Grants these rights and no others, and waits until the node has taken them over from its controller. */
    private static void grant(List<String> rights) throws Exception {
        Set<AclBinding> bindings = rights.stream().map(KafkaRightsTest::binding).collect(Collectors.toSet());
        owner.deleteAcls(List.of(AclBindingFilter.ANY)).all().get();
        owner.createAcls(bindings).all().get();
        await(() -> granted().equals(bindings));
    }

    private static Set<AclBinding> granted() {
        try {
            return Set.copyOf(owner.describeAcls(AclBindingFilter.ANY).values().get());
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    private static AclBinding binding(String right) {
        String[] words = right.split(" ");
        return new AclBinding(
                new ResourcePattern(ResourceType.valueOf(words[0]), "twohop-", PatternType.PREFIXED),
                new AccessControlEntry("User:limited", "*", AclOperation.valueOf(words[1]), AclPermissionType.ALLOW));
    }

    private static KafkaConfig config(boolean transactions) {
        return config(transactions, GroupKind.CONSUMER);
    }

    private static KafkaConfig config(boolean transactions, GroupKind group) {
        Map<String, String> client = Sasl.client(LIMITED);
        client.put("default.api.timeout.ms", "4000");
        client.put("request.timeout.ms", "3000");
        return new KafkaConfig(
                new KafkaConfig.Brokers(Broker.EXTERNAL, cluster.address(), null, null, null),
                1,
                1,
                1,
                transactions,
                group,
                new KafkaConfig.Properties(null, null, client, Map.of("linger.ms", "0"), null, null));
    }

    private RunContext context() {
        Creations written = new WrittenCreations(standing);
        return new RunContext(
                "twohop-" + UUID.randomUUID(),
                directory,
                directory,
                new RunContext.Traffic(1_000, 10_000, 1_000, 100),
                new RunContext.Channels(2, 1),
                JvmRecorder.NONE,
                new Notices(),
                false,
                null,
                written);
    }

    /** Sends one message over both hops. */
    private void measure(boolean transactions) throws Exception {
        measure(config(transactions));
    }

    private void measure(KafkaConfig config) throws Exception {
        try (Transport transport = new KafkaProvider().open(config, context())) {
            Subscription sink = transport.subscribe(REPLIES, "sink");
            ServiceEnds service = transport.service(REQUESTS, "service", REPLIES, acknowledgements);
            Publisher generator = transport.publisher(REQUESTS, acknowledgements);
            transport.settle();
            generator.publish(ByteBuffer.allocateDirect(100), 1);
            await(() -> service.requests().poll(message -> service.replies().publish(message, 1), 1_000_000) > 0);
            await(() -> sink.poll(message -> {}, 1_000_000) > 0);
            assertThat(failures).isEmpty();
            generator.close();
            service.replies().close();
            service.requests().close();
            sink.close();
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
        }
    }

    @Test
    void shouldNeedNoMoreThanTheDocumentedRights() throws Exception {
        grantAllBut("");

        measure(false);
        measure(true);

        assertThat(standing).as("deleted").isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "TOPIC CREATE, false, create on topics",
        "TOPIC WRITE, false, write on topics",
        "TOPIC READ, false, read on topics",
        "TOPIC DELETE, false, delete on topics",
        "GROUP READ, false, read on groups",
        "TRANSACTIONAL_ID WRITE, true, write on transactional ids"
    })
    void shouldNameTheRightThatIsMissing(String missing, boolean transactions, String named) throws Exception {
        grantAllBut(missing);
        long start = System.nanoTime();

        assertThatThrownBy(() -> measure(transactions))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("grant this user " + named + " with the prefix twohop-")
                .hasMessageContaining("twohop-");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
    }

    @Test
    void shouldChangeSettingsOfAShareGroupAsWell() throws Exception {
        KafkaConfig share = config(false, GroupKind.SHARE);
        grantAllBut("");

        assertThatThrownBy(() -> measure(share))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("grant this user alter configs on groups with the prefix twohop-");

        assertThat(standing).as("neither the topic nor the group is left").isEmpty();
        grant(Stream.concat(DOCUMENTED.stream(), Stream.of("GROUP ALTER_CONFIGS"))
                .toList());
        measure(share);
        assertThat(standing).as("deleted").isEmpty();
    }

    /** All but create are missing: then nothing says what is there. */
    @Test
    void shouldNotTakeADeniedDescribeForAMissingLeader() throws Exception {
        grant(List.of("TOPIC CREATE"));

        assertThatThrownBy(() -> measure(false))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("grant this user describe on topics")
                .hasMessageNotContaining("no leader");
        assertThat(standing).as("the topic is there").isNotEmpty();
    }

    @Test
    void shouldKeepTheRecordOfAGroupThatItMayNotDelete() throws Exception {
        grantAllBut("GROUP DELETE");

        measure(false);

        assertThat(standing).extracting(Creation::kind).containsOnly("group");
        try (KafkaSweeper sweeper = KafkaTransport.sweeper(config(false))) {
            assertThat(sweeper.delete(standing).values())
                    .allMatch(reason -> reason.contains("grant this user delete on groups with the prefix twohop-"));
            grantAllBut("");
            assertThat(sweeper.delete(standing)).isEmpty();
        }
    }

    /** The request reaches the broker, which creates the topic once it continues. */
    @Test
    void shouldKeepTheRecordOfATopicWhoseCreationHasNoAnswer() throws Exception {
        grantAllBut("");
        String topic;
        try (Transport transport = new KafkaProvider().open(config(false), context())) {
            cluster.nodes().get(0).pause();
            try {
                assertThatThrownBy(() -> transport.publisher(REQUESTS, acknowledgements))
                        .isInstanceOf(TransportException.class);
            } finally {
                cluster.nodes().get(0).resume();
            }
            assertThat(standing).hasSize(1);
            topic = standing.get(0).name();
            String created = topic;
            await(() -> topics().contains(created));
        }
        assertThat(standing).isEmpty();
        String deleted = topic;
        await(() -> !topics().contains(deleted));
    }

    /** A deployed service's topics: its own, and no group of ours. */
    @Test
    void shouldOnlyWriteRequestsAndReadReplies() throws Exception {
        cluster.createTopic("orders", 3);
        cluster.createTopic("executions", 2);
        replaceBy(on("orders", AclOperation.WRITE), on("executions", AclOperation.READ));
        Set<String> before = topics();

        try (Transport transport = new KafkaProvider().open(config(false), context())) {
            // What was there before is not read.
            publish("executions-before");
            Subscription replies = transport.subscribe(Channel.existing("executions", 2), "sink");
            Publisher requests = transport.publisher(Channel.existing("orders", 1), acknowledgements);
            assertThat(requests.lanes()).isEqualTo(3);
            for (int i = 0; i < 6; i++) {
                requests.publish(ByteBuffer.allocateDirect(100), i);
            }
            requests.awaitAcknowledged(PATIENCE);
            publish("executions");
            List<Integer> sizes = new ArrayList<>();
            await(() -> replies.poll(message -> sizes.add(message.remaining()), 1_000_000) > 0);
            assertThat(sizes).containsExactly("executions".length());
            assertThat(failures).isEmpty();
            requests.close();
            replies.close();
        }

        assertThat(topics()).isEqualTo(before);
        assertThat(owner.listGroups().all().get()).isEmpty();
        assertThat(standing).isEmpty();
        owner.deleteTopics(List.of("orders", "executions")).all().get();
    }

    /** The group is shown with a right that a run does not need. */
    @Test
    void shouldSayThatTheServicesGroupCannotBeDescribed() throws Exception {
        cluster.createTopic("described", 1);
        Map<String, Object> settings = new HashMap<>(cluster.clientProperties());
        settings.put("group.id", "listener");
        AclBinding describe = new AclBinding(
                new ResourcePattern(ResourceType.GROUP, "listener", PatternType.LITERAL),
                new AccessControlEntry("User:limited", "*", AclOperation.DESCRIBE, AclPermissionType.ALLOW));
        replaceBy(on("described", AclOperation.WRITE));
        try (KafkaConsumer<String, String> service =
                        new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer());
                Transport transport = new KafkaProvider().open(config(false), context())) {
            service.subscribe(List.of("described"));
            await(() -> {
                service.poll(Duration.ofMillis(20));
                return !service.assignment().isEmpty();
            });
            ConsumerWatch watch = transport.watchConsumers(Channel.existing("described", 1));

            assertThat(watch.seen())
                    .isEqualTo("topic described has 1 partition; no consumer group was seen on it (none is visible to"
                            + " this user)");
            assertThat(transport.incidents())
                    .extracting(Finding::sentence)
                    .containsExactly("no consumer group of topic described could be read, so its rebalances and its lag"
                            + " are unknown: none is visible to this user; grant this user describe on the service's"
                            + " group, if it has one");

            replaceBy(on("described", AclOperation.WRITE), describe);
            await(() ->
                    transport.incidents().get(0).text().startsWith("group listener (classic) reads topic described"));
        }
        owner.deleteConsumerGroups(List.of("listener")).all().get();
        owner.deleteTopics(List.of("described")).all().get();
    }

    @Test
    void shouldNameTheRightOnADeployedServicesTopic() throws Exception {
        cluster.createTopic("limited", 1);
        replaceBy(on("limited", AclOperation.READ));
        try (Transport transport = new KafkaProvider().open(config(false), context())) {
            assertThatThrownBy(() -> transport.publisher(Channel.existing("limited", 1), acknowledgements))
                    .hasMessage("topic limited: this user may not write requests; grant it write on this topic");
            replaceBy(on("limited", AclOperation.WRITE));
            assertThatThrownBy(() -> transport.subscribe(Channel.existing("limited", 2), "sink"))
                    .hasMessage("topic limited: this user may not read replies; grant it read on this topic");
            assertThatThrownBy(() -> transport.publisher(Channel.existing("absent", 1), acknowledgements))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("absent");
        }
        owner.deleteTopics(List.of("limited")).all().get();
    }

    /** Publishes as the service would, with a text of this length. */
    private static void publish(String text) throws Exception {
        try (KafkaProducer<String, String> service = new KafkaProducer<>(
                new HashMap<>(cluster.clientProperties()), new StringSerializer(), new StringSerializer())) {
            service.send(new ProducerRecord<>("executions", 1, "key", text)).get();
        }
    }

    private static AclBinding on(String topic, AclOperation operation) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                new AccessControlEntry("User:limited", "*", operation, AclPermissionType.ALLOW));
    }

    private static void replaceBy(AclBinding... bindings) throws Exception {
        owner.deleteAcls(List.of(AclBindingFilter.ANY)).all().get();
        owner.createAcls(List.of(bindings)).all().get();
        await(() -> granted().equals(Set.of(bindings)));
    }

    private static Set<String> topics() {
        try {
            return owner.listTopics().names().get();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
