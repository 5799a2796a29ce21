package io.twohop.transport.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.Consumer;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.twohop.config.ConfigException;
import io.twohop.finding.Finding;
import io.twohop.testing.model.Outcomes;
import io.twohop.testing.model.WrittenCreations;
import io.twohop.transport.Channel;
import io.twohop.transport.Creation;
import io.twohop.transport.Envelope;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.Notices;
import io.twohop.transport.ProcessTarget;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.AwaitedReplies;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Order(2)
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class RedisTransportTest {
    private static final Channel CHANNEL = new Channel("requests", 1);
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @TempDir
    Path directory;

    private final String runId = "twohop-" + UUID.randomUUID();
    private final String stream = runId + "-requests";
    private final Outcomes outcomes = new Outcomes();
    private final WrittenCreations log = new WrittenCreations(new ArrayList<>());

    @BeforeAll
    static void shouldHaveAServer() {
        SharedRedis.assume();
    }

    private RunContext context() {
        return new RunContext(
                runId,
                directory,
                directory,
                new RunContext.Traffic(1_000, 1_000, 256, 100),
                new RunContext.Channels(1, 1),
                JvmRecorder.NONE,
                new Notices(),
                false,
                null,
                log);
    }

    private static Connector other() {
        return new Connector(
                SharedRedis.url(),
                Optional.of(SharedRedis.config(SharedRedis.external()).access()));
    }

    private static boolean publish(Publisher publisher, long correlation) {
        return publisher.publish(ByteBuffer.allocateDirect(64).putInt(0, (int) correlation), correlation);
    }

    private static Set<Integer> receive(Subscription subscription, int count) {
        Set<Integer> arrived = new LinkedHashSet<>();
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (arrived.size() < count && System.nanoTime() < deadline) {
            subscription.poll(
                    message -> arrived.add(message.order(ByteOrder.BIG_ENDIAN).getInt(message.position())),
                    100_000_000);
        }
        return arrived;
    }

    @Test
    void shouldCountAMessageWithoutAStreamOnceAsFailedAndNotMakeItAgain() throws Exception {
        try (Transport transport = new RedisTransport(SharedRedis.config(SharedRedis.external()), context());
                Connector other = other()) {
            StatefulRedisConnection<String, byte[]> commands = other.connect("other");
            transport.subscribe(CHANNEL, "group");
            Publisher publisher = transport.publisher(CHANNEL, outcomes);
            for (long i = 0; i < 50; i++) {
                publish(publisher, i);
            }
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            commands.sync().unlink(stream);
            for (long i = 50; i < 100; i++) {
                publish(publisher, i);
            }
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            assertThat(commands.sync().exists(stream)).isZero();
        }

        assertThat(outcomes.acknowledged()).hasSize(50).doesNotHaveDuplicates().allMatch(number -> number < 50);
        assertThat(outcomes.failed()).hasSize(50).doesNotHaveDuplicates().allMatch(number -> number >= 50);
    }

    @Test
    void shouldMakeAGroupAgainAndReportIt() throws Exception {
        try (Transport transport = new RedisTransport(SharedRedis.config(SharedRedis.external()), context());
                Connector other = other()) {
            Subscription subscription = transport.subscribe(CHANNEL, "group");
            Publisher publisher = transport.publisher(CHANNEL, outcomes);
            publish(publisher, 1);
            assertThat(receive(subscription, 1)).containsExactly(1);
            other.connect("other").sync().unlink(stream);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (transport.incidents().isEmpty() && System.nanoTime() < deadline) {
                subscription.poll(message -> {}, 10_000_000);
            }

            assertThat(transport.incidents())
                    .extracting(Finding::text)
                    .containsExactly("streams or their groups were gone 1 times, the first time " + stream
                            + ", and were made again");
            publish(publisher, 2);
            assertThat(receive(subscription, 1)).containsExactly(2);
        }
        assertThat(log.standing()).isEmpty();
    }

    @Test
    void shouldRecordWhatItMakesAndDeleteNothingElse() throws Exception {
        try (Connector other = other()) {
            StatefulRedisConnection<String, byte[]> commands = other.connect("other");
            String theirs = "of-others-" + runId;
            commands.sync().set(theirs, new byte[1]);
            try (Transport transport = new RedisTransport(SharedRedis.config(SharedRedis.external()), context())) {
                transport.subscribe(CHANNEL, "group");
                assertThat(log.standing()).extracting(Creation::name).containsExactly(stream);
                assertThat(commands.sync().exists(stream)).isOne();
            }
            assertThat(log.standing()).isEmpty();
            assertThat(commands.sync().exists(stream)).isZero();
            assertThat(commands.sync().unlink(theirs)).isOne();
        }
    }

    @Test
    void shouldSweepWhatIsRecorded() throws Exception {
        try (Connector other = other();
                RedisSweeper sweeper = RedisTransport.sweeper(SharedRedis.config(SharedRedis.external()))) {
            StatefulRedisConnection<String, byte[]> commands = other.connect("other");
            commands.sync().xadd(stream, "m", new byte[1]);

            assertThat(sweeper.delete(List.of(sweeper.stream(stream), sweeper.stream("never-made"))))
                    .isEmpty();
            assertThat(commands.sync().exists(stream)).isZero();
            assertThat(sweeper.place()).isEqualTo(SharedRedis.url().replace("redis://", "") + "/0");
        }
    }

    /** Nobody reads until the server is back, so that all messages have to survive it. */
    @Test
    void shouldDeliverWhatWasAcknowledgedBeforeTheServerWasKilled() throws Exception {
        int count = 500;
        try (Transport transport = new RedisTransport(SharedRedis.config("aof: always"), context())) {
            Subscription subscription = transport.subscribe(CHANNEL, "group");
            Publisher publisher = transport.publisher(CHANNEL, outcomes);
            for (int i = 0; i < count; i++) {
                assertThat(publish(publisher, i)).isTrue();
            }
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            ProcessTarget server = (ProcessTarget) transport.faultTargets().get(0);
            server.kill();
            server.start();

            assertThat(receive(subscription, count)).hasSize(count);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!publish(publisher, count) && System.nanoTime() < deadline) {
                Thread.sleep(20);
            }
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
        }

        assertThat(outcomes.failed()).isEmpty();
        assertThat(outcomes.acknowledged()).hasSize(count + 1).doesNotHaveDuplicates();
    }

    /** A server that reads its file lets clients connect, and refuses to read; here it takes a millisecond for each message. */
    @Test
    void shouldReadOnceAServerHasLoadedItsFile() throws Exception {
        int count = 4_000;
        String slow = "aof: everysec\nmaxInFlight: " + count + "\nserverConfig: { key-load-delay: '1000' }";
        try (Transport transport = new RedisTransport(SharedRedis.config(slow), context())) {
            Subscription subscription = transport.subscribe(CHANNEL, "group");
            Publisher publisher = transport.publisher(CHANNEL, outcomes);
            for (int i = 0; i < count; i++) {
                assertThat(publish(publisher, i)).isTrue();
            }
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            ProcessTarget server = (ProcessTarget) transport.faultTargets().get(0);
            server.kill();
            server.start();

            assertThat(receive(subscription, count)).hasSize(count);
            assertThat(transport.incidents()).extracting(Finding::text).noneMatch(text -> text.contains("LOADING"));
        }
    }

    @Test
    void shouldFailOnceWhatHasNoReplyWhenTheServerIsKilled() throws Exception {
        try (Transport transport = new RedisTransport(SharedRedis.config("maxInFlight: 100"), context())) {
            transport.subscribe(CHANNEL, "group");
            Publisher publisher = transport.publisher(CHANNEL, outcomes);
            ProcessTarget server = (ProcessTarget) transport.faultTargets().get(0);
            server.pause();
            long taken = 0;
            while (publish(publisher, taken)) {
                taken++;
            }
            assertThat(taken).as("pushed back").isEqualTo(100);
            server.kill();
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            publisher.close();
        }

        assertThat(outcomes.acknowledged()).isEmpty();
        assertThat(outcomes.failed()).hasSize(100).doesNotHaveDuplicates();
    }

    @Test
    void shouldNotCallAMessageFailedThatHadNoReplyWhenTheRunEnded() throws Exception {
        try (Transport transport = new RedisTransport(SharedRedis.config("maxInFlight: 100"), context())) {
            transport.subscribe(CHANNEL, "group");
            Publisher publisher = transport.publisher(CHANNEL, outcomes);
            ((ProcessTarget) transport.faultTargets().get(0)).pause();
            publish(publisher, 1);
            publisher.close();
        }

        assertThat(outcomes.acknowledged()).isEmpty();
        assertThat(outcomes.failed()).isEmpty();
    }

    @Test
    void shouldCountWhatAFullServerRefusesOnceAsFailed() throws Exception {
        try (Transport transport = new RedisTransport(
                SharedRedis.config("serverConfig: { maxmemory: 1, maxmemory-policy: noeviction }"), context())) {
            // A full server makes no group either.
            assertThatThrownBy(() -> transport.subscribe(CHANNEL, "group"))
                    .isInstanceOf(TransportException.class)
                    .hasMessageStartingWith("requests: OOM command not allowed");
            Publisher publisher = transport.publisher(CHANNEL, outcomes);
            for (long i = 0; i < 10; i++) {
                publish(publisher, i);
            }
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
        }

        assertThat(outcomes.failed()).hasSize(10).doesNotHaveDuplicates();
        assertThat(outcomes.acknowledged()).isEmpty();
    }

    @Test
    void shouldTakeOverWhatADeadConsumerHeld() throws Exception {
        try (Transport transport =
                        new RedisTransport(SharedRedis.config(SharedRedis.external() + "claimAfter: 1s"), context());
                Connector other = other()) {
            Subscription subscription = transport.subscribe(CHANNEL, "group");
            Publisher publisher = transport.publisher(CHANNEL, outcomes);
            for (int i = 0; i < 10; i++) {
                publish(publisher, i);
            }
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            assertThat(other.connect("dead")
                            .sync()
                            .xreadgroup(Consumer.from("group", "dead"), SharedRedis.from(stream, ">")))
                    .hasSize(10);

            assertThat(receive(subscription, 10)).hasSize(10);
            assertThat(transport.redelivery()).isGreaterThan(Duration.ofSeconds(1));
        }
    }

    /** A service process that was killed, and the one that takes its place. */
    @Test
    void shouldDeliverWhatADeadPredecessorHeldBeforeNewerMessages() throws Exception {
        try (Transport transport = new RedisTransport(SharedRedis.config(SharedRedis.external()), context());
                Connector other = other()) {
            transport.subscribe(CHANNEL, "group").close();
            Publisher publisher = transport.publisher(CHANNEL, outcomes);
            publish(publisher, 1);
            publish(publisher, 2);
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            String name = context().runId() + "-consumer";
            assertThat(other.connect("dead")
                            .sync()
                            .xreadgroup(Consumer.from("group", name), SharedRedis.from(stream, ">")))
                    .hasSize(2);
            publish(publisher, 3);
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();

            assertThat(receive(transport.subscribe(CHANNEL, "group"), 3)).containsExactly(1, 2, 3);
        }
    }

    @Test
    void shouldAcknowledgeWhatAPollHasHandled() throws Exception {
        Channel two = new Channel("requests", 1, 2);
        try (Transport transport = new RedisTransport(SharedRedis.config(SharedRedis.external()), context());
                Connector other = other()) {
            Subscription subscription = transport.subscribe(two, "group");
            Publisher publisher = transport.publisher(two, outcomes);
            for (int i = 0; i < 300; i++) {
                publish(publisher, i);
            }
            assertThat(receive(subscription, 300)).hasSize(300);
            // What is asked for next goes behind the acknowledgements.
            subscription.poll(message -> {}, 10_000_000);

            StatefulRedisConnection<String, byte[]> commands = other.connect("other");
            for (String name : List.of(stream + "-0", stream + "-1")) {
                assertThat(commands.sync().xpending(name, "group").getCount()).isZero();
                assertThat(commands.sync().xlen(name)).isEqualTo(150);
            }
        }
    }

    /** A service that dies in between gets the request again. */
    @Test
    void shouldAcknowledgeARequestOnceItsReplyHasAnOutcome() throws Exception {
        AtomicBoolean settled = new AtomicBoolean();
        Publisher replies = new Publisher() {
            @Override
            public boolean publish(ByteBuffer message, long correlation) {
                return true;
            }

            @Override
            public boolean awaitAcknowledged(Duration limit) {
                return settled.get();
            }
        };
        try (RedisTransport transport = new RedisTransport(SharedRedis.config(SharedRedis.external()), context());
                Connector other = other()) {
            Subscription subscription = transport.subscribe(CHANNEL, "group", new AwaitedReplies(replies));
            publish(transport.publisher(CHANNEL, outcomes), 1);
            assertThat(receive(subscription, 1)).containsExactly(1);
            RedisCommands<String, byte[]> commands = other.connect("other").sync();

            subscription.poll(message -> {}, 10_000_000);
            assertThat(commands.xpending(stream, "group").getCount()).isEqualTo(1);

            settled.set(true);
            subscription.poll(message -> {}, 10_000_000);
            assertThat(commands.xpending(stream, "group").getCount()).isZero();
        }
    }

    @Test
    void shouldSendKeysAndHeadersAsFields() throws Exception {
        Envelope envelope = new Envelope(3, List.of(new Envelope.Header("one", "first")));
        try (Transport transport = new RedisTransport(
                        SharedRedis.config(SharedRedis.external()), context().with(envelope));
                Connector other = other()) {
            transport.subscribe(CHANNEL, "group");
            Publisher publisher = transport.publisher(CHANNEL, outcomes);
            publisher.key(2);
            publish(publisher, 1);
            assertThat(publisher.awaitAcknowledged(PATIENCE)).isTrue();
            Map<String, byte[]> fields = other.connect("other")
                    .sync()
                    .xread(SharedRedis.from(stream, "0"))
                    .get(0)
                    .getBody();

            assertThat(fields).containsOnlyKeys("m", "k", "one");
            assertThat(new String(fields.get("k"), StandardCharsets.US_ASCII)).isEqualTo(envelope.key(2));
            assertThat(new String(fields.get("one"), StandardCharsets.US_ASCII)).isEqualTo("first");
        }
    }

    @Test
    void shouldCountWhatASlowSubscriberHadNoRoomFor() throws Exception {
        Notices notices = new Notices();
        RedisIncidents incidents = new RedisIncidents(notices);
        try (Connector other = other()) {
            Subscription slow =
                    new ChannelSubscription(other.subscriber("slow"), new String[] {stream}, incidents, 64, 10);
            for (int i = 0; i < 15; i++) {
                other.connect("fast").sync().publish(stream, new byte[4]);
            }
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (!incidents.list(true).toString().contains("dropped 5 ") && System.nanoTime() < deadline) {
                Thread.sleep(5);
            }

            assertThat(incidents.list(true))
                    .extracting(Finding::text)
                    .containsExactly("the client dropped 5 published messages because their consumer was too slow");
            assertThat(slow.poll(message -> {}, 0)).isEqualTo(10);
        }
    }

    @Test
    void shouldPromiseWhatTheServerIsConfiguredFor() throws Exception {
        try (Transport memory = new RedisTransport(SharedRedis.config(SharedRedis.external()), context())) {
            assertThat(memory.guarantees().durability()).isEqualTo("memory of one server: lost with the process");
            assertThat(memory.guarantees().afterFailure().promisesNoLoss()).isFalse();
        }
        try (Transport synced = new RedisTransport(SharedRedis.config("aof: always"), context())) {
            assertThat(synced.guarantees().durability()).startsWith("disk of one server, synced before");
            assertThat(synced.guarantees().afterFailure().promisesNoLoss()).isTrue();
        }
    }

    @Test
    void shouldWorkWithTheDocumentedRightsAndSayWhichIsMissing() throws Exception {
        try (Connector other = other()) {
            StatefulRedisConnection<String, byte[]> admin = other.connect("admin");
            String rights =
                    "~twohop-* &twohop-* +xadd +xreadgroup +xack +xautoclaim +xgroup +xinfo +xpending +xtrim +unlink +publish"
                            + " +subscribe +info +config|get";
            String password = "password-of-bench";
            acl(admin, "bench", password, rights);
            acl(admin, "reader", password, rights.replace("+xgroup", ""));

            try (Transport transport = new RedisTransport(SharedRedis.config(as("bench", password)), context())) {
                Subscription subscription = transport.subscribe(CHANNEL, "group");
                Publisher publisher = transport.publisher(CHANNEL, outcomes);
                publish(publisher, 1);
                assertThat(receive(subscription, 1)).containsExactly(1);
                // The trimmer asks once a second, consumers search for messages of others.
                Thread.sleep(1_500);
                assertThat(receive(subscription, 0)).isEmpty();
                assertThat(transport.incidents()).isEmpty();
            }
            assertThat(log.standing()).isEmpty();
            try (Transport transport = new RedisTransport(SharedRedis.config(as("reader", password)), context())) {
                assertThatThrownBy(() -> transport.subscribe(CHANNEL, "group"))
                        .isInstanceOf(TransportException.class)
                        .hasMessageContaining("NOPERM")
                        .hasMessageContaining("docs/redis.md lists");
            }
        }
    }

    static void acl(StatefulRedisConnection<String, byte[]> admin, String user, String password, String rights) {
        RedisCodec<String, byte[]> codec = RedisCodec.of(StringCodec.ASCII, ByteArrayCodec.INSTANCE);
        CommandArgs<String, byte[]> arguments =
                new CommandArgs<>(codec).add("SETUSER").add(user);
        for (String word : ("on >" + password + " " + rights).split(" +")) {
            arguments.add(word);
        }
        admin.sync().dispatch(CommandType.ACL, new StatusOutput<>(codec), arguments);
    }

    private static String as(String user, String password) {
        return "broker: external\nurl: " + SharedRedis.url() + "\nuser: " + user + "\npassword: " + password;
    }

    @Test
    void shouldNameAWrongPasswordWithoutShowingIt() {
        RedisConfig config = SharedRedis.config(as("twohop", "quite-wrong-indeed"));

        assertThatThrownBy(() -> new RedisTransport(config, context()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("does not let this user in")
                .hasMessageContaining("check user, password")
                .hasMessageNotContaining("quite-wrong");
    }

    @Test
    void shouldSayThatNobodyListens() {
        RedisConfig config = SharedRedis.config("broker: external\nurl: redis://127.0.0.1:1");

        assertThatThrownBy(() -> new RedisTransport(config, context()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("Redis at redis://127.0.0.1:1: Connection refused")
                .hasMessageContaining("that a server listens there");
    }

    @Test
    void shouldSayWhatTheServerSaysThatDoesNotStart() {
        RedisConfig config = SharedRedis.config("serverConfig: { maxmemory: much }");

        assertThatThrownBy(() -> new RedisTransport(config, context()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(
                        "broker: embedded could not be started: broker-1 ended with exit code 1; it said: ")
                .hasMessageContaining("maxmemory");
    }

    @Test
    void shouldSayHowToInstallAServer() {
        RedisConfig config = SharedRedis.config("server: /nowhere/redis-server");

        assertThatThrownBy(() -> new RedisProvider().check(config, context()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("/nowhere/redis-server is no program; sudo apt-get install redis-server");
    }

    @Test
    void shouldNameTheVersionOfAServerThatIsTooOld() throws Exception {
        Path old = directory.resolve("redis-server");
        Files.writeString(old, "#!/bin/sh\necho 'Redis server v=6.2.14 sha=00000000:0 bits=64'\n");
        assertThat(old.toFile().setExecutable(true)).isTrue();
        RedisConfig config = SharedRedis.config("server: " + old);

        assertThatThrownBy(() -> new RedisProvider().check(config, context()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining(old + " has version 6.2.14 (expected: 7 or newer)");
    }

    @Test
    void shouldRefuseWhatPublishedMessagesCannotHave() {
        RedisConfig config = SharedRedis.config("mode: pubsub");
        RunContext with = context().with(new Envelope(0, List.of(new Envelope.Header("one", "1"))));
        RunContext.Channels shared = new RunContext.Channels(1, 1, 1, 1, new RunContext.Parts(1, 2));

        assertThatThrownBy(() -> new RedisProvider().check(config, with))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(
                        "headers: given (expected: none, since published messages of Redis have no headers");
        assertThatThrownBy(() -> new RedisProvider().check(config, context().with(shared)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("each would get all of them");
    }

    @Test
    void shouldRefuseKeysThatWouldBeIgnored() {
        List<String> refused = List.of(
                "url: redis://host",
                "user: one\npassword: two",
                "broker: external\nurl: redis://host\ntrustStore: a.p12",
                "broker: external\nurl: redis://host\nserver: /bin/true",
                "broker: external\nurl: redis://host\naof: always",
                "broker: external\nurl: redis://host/name",
                "broker: external\nurl: redis-sentinel://host",
                "broker: external",
                "mode: pubsub\nbatch: 10",
                "mode: pubsub\nclaimAfter: 2s",
                "mode: pubsub\naof: always",
                "mode: pubsub\nconsumers: 2",
                "claimAfter: 10ms",
                "serverConfig: { user: default on nopass ~* +@all }",
                "serverConfig: { DAEMONIZE: 'yes' }");

        assertThat(refused)
                .allSatisfy(yaml ->
                        assertThatThrownBy(() -> SharedRedis.config(yaml)).isInstanceOf(ConfigException.class));
        assertThatThrownBy(() -> SharedRedis.config("broker: external\nurl: redis://name:hidden@host"))
                .isInstanceOf(ConfigException.class)
                .hasMessageNotContaining("hidden");
    }
}
