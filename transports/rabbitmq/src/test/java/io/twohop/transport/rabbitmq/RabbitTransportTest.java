package io.twohop.transport.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.twohop.config.ConfigException;
import io.twohop.finding.Finding;
import io.twohop.testing.CutLine;
import io.twohop.testing.HeldReply;
import io.twohop.testing.model.Outcomes;
import io.twohop.transport.Channel;
import io.twohop.transport.Creation;
import io.twohop.transport.Creations;
import io.twohop.transport.Envelope;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.Notices;
import io.twohop.transport.ProcessTarget;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("one-jdk")
@Order(2)
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class RabbitTransportTest {
    @BeforeAll
    static void shouldHaveAServer() {
        SharedRabbit.assume();
    }

    private static final Channel CHANNEL = new Channel("requests", 1);

    /** A server needs half a minute where 40 threads wait for two cores. */
    private static final Duration RESTART_LIMIT = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    private final String runId = "twohop-" + UUID.randomUUID();
    private final Outcomes outcomes = new Outcomes();
    private final Log log = new Log();

    private static final class Log implements Creations {
        final List<Creation> made = new ArrayList<>();
        final List<Creation> deleted = new ArrayList<>();

        @Override
        public void about(Collection<Creation> creations) {
            made.addAll(creations);
        }

        @Override
        public void gone(Collection<Creation> creations) {
            deleted.addAll(creations);
        }

        @Override
        public void keep() {}
    }

    private RunContext context() {
        return context(Envelope.NONE, 1);
    }

    private RunContext context(Envelope envelope, int subscribers) {
        return new RunContext(
                runId,
                directory,
                directory,
                new RunContext.Traffic(1_000, 1_000, 256, 100, envelope),
                new RunContext.Channels(1, 1, 1, subscribers, RunContext.Parts.NONE),
                JvmRecorder.NONE,
                new Notices(),
                false,
                null,
                log);
    }

    private static Connection other() throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setUri(SharedRabbit.url());
        factory.setUsername(SharedRabbit.user().name());
        factory.setPassword(SharedRabbit.user().password());
        return factory.newConnection();
    }

    private static boolean publish(Publisher publisher, long correlation) {
        return publisher.publish(ByteBuffer.allocateDirect(64), correlation);
    }

    @Test
    void shouldCountAMessageWithoutAQueueOnceAsFailed() throws Exception {
        try (Transport transport = new RabbitTransport(SharedRabbit.config(SharedRabbit.external()), context());
                Connection other = other()) {
            transport.subscribe(CHANNEL, "group");
            Publisher publisher = transport.publisher(CHANNEL, outcomes);
            for (long i = 0; i < 50; i++) {
                publish(publisher, i);
            }
            assertThat(publisher.awaitAcknowledged(Duration.ofSeconds(20))).isTrue();
            other.createChannel().queueDelete(runId + "-requests");
            for (long i = 50; i < 100; i++) {
                publish(publisher, i);
            }
            assertThat(publisher.awaitAcknowledged(Duration.ofSeconds(20))).isTrue();
        }

        assertThat(outcomes.acknowledged()).hasSize(50).doesNotHaveDuplicates().allMatch(number -> number < 50);
        assertThat(outcomes.failed()).hasSize(50).doesNotHaveDuplicates().allMatch(number -> number >= 50);
    }

    /** The server refuses what does not fit into a full queue. */
    @Test
    void shouldCountARefusedMessageOnceAsFailed() throws Exception {
        try (Connection other = other();
                Transport transport = new RabbitTransport(SharedRabbit.config(SharedRabbit.external()), context())) {
            other.createChannel()
                    .queueDeclare(
                            runId + "-requests",
                            true,
                            false,
                            false,
                            Map.of("x-max-length", 10, "x-overflow", "reject-publish"));
            Publisher publisher = transport.publisher(CHANNEL, outcomes);
            for (long i = 0; i < 100; i++) {
                publish(publisher, i);
            }
            assertThat(publisher.awaitAcknowledged(Duration.ofSeconds(20))).isTrue();
            other.createChannel().queueDelete(runId + "-requests");
        }

        assertThat(outcomes.failed()).isNotEmpty().doesNotHaveDuplicates();
        assertThat(outcomes.acknowledged()).isNotEmpty().doesNotHaveDuplicates();
        assertThat(outcomes.failed().size() + outcomes.acknowledged().size()).isEqualTo(100);
    }

    @Test
    void shouldRecordWhatItMakesAndDeleteNothingElse() throws Exception {
        try (Connection other = other()) {
            other.createChannel().queueDeclare("of-others", true, false, false, Map.of());
            try (Transport transport = new RabbitTransport(SharedRabbit.config(SharedRabbit.external()), context())) {
                transport.subscribe(CHANNEL, "group");
                assertThat(log.made).extracting(Creation::name).containsExactly(runId + "-requests");
                assertThat(log.deleted).isEmpty();
            }
            assertThat(log.deleted).containsExactlyElementsOf(log.made);
            assertThat(other.createChannel().queueDelete("of-others")).isNotNull();
            com.rabbitmq.client.Channel channel = other.createChannel();
            assertThatThrownBy(() -> channel.queueDeclarePassive(runId + "-requests"))
                    .isInstanceOf(IOException.class);
        }
    }

    /** Each of the consumers of a group reads keys of its own, in order; each group gets all. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldSpreadKeysOverTheConsumersOfEachGroup(int groups) throws Exception {
        int keys = 30;
        int count = 1_500;
        RabbitConfig config = SharedRabbit.config(SharedRabbit.external() + "consumers: 3");
        RunContext context = context(new Envelope(keys, List.of()), groups);
        try (Transport transport = new RabbitTransport(config, context)) {
            List<Subscription> subscriptions = new ArrayList<>();
            for (int consumer = 0; consumer < groups * config.consumers(); consumer++) {
                subscriptions.add(transport.subscribe(CHANNEL, "group-" + consumer / config.consumers()));
            }
            Publisher publisher = transport.publisher(CHANNEL, outcomes);
            for (int i = 0; i < count; i++) {
                publisher.key(i % keys);
                while (!publisher.publish(ByteBuffer.allocateDirect(64).putInt(0, i), i)) {
                    Thread.sleep(1);
                }
            }
            assertThat(publisher.awaitAcknowledged(Duration.ofSeconds(20))).isTrue();
            assertThat(outcomes.failed()).isEmpty();

            List<List<Integer>> arrived = new ArrayList<>();
            for (Subscription subscription : subscriptions) {
                List<Integer> own = new ArrayList<>();
                while (subscription.poll(
                                message -> own.add(
                                        message.order(ByteOrder.BIG_ENDIAN).getInt(message.position())),
                                2_000_000_000)
                        > 0) {}
                assertThat(own.stream().collect(Collectors.groupingBy(i -> i % keys)))
                        .as("each key in order")
                        .isNotEmpty()
                        .allSatisfy((key, messages) -> assertThat(messages).isSorted());
                arrived.add(own);
            }
            for (int group = 0; group < groups; group++) {
                List<Integer> all =
                        arrived.subList(group * config.consumers(), (group + 1) * config.consumers()).stream()
                                .flatMap(List::stream)
                                .toList();
                assertThat(all)
                        .containsExactlyInAnyOrderElementsOf(
                                IntStream.range(0, count).boxed().toList());
            }
            assertThat(arrived.stream()
                            .limit(config.consumers())
                            .mapToLong(own ->
                                    own.stream().map(i -> i % keys).distinct().count())
                            .sum())
                    .as("no key at two consumers")
                    .isEqualTo(keys);
            assertThat(log.made).hasSize(footprint(config, context));
        }
        assertThat(log.deleted).containsExactlyInAnyOrderElementsOf(log.made);
    }

    /** Returns the number of queues and exchanges that the run asks consent for. */
    private static int footprint(RabbitConfig config, RunContext context) {
        return new RabbitProvider()
                .footprint(config, context).creates().stream()
                        .mapToInt(text -> Integer.parseInt(text.substring(0, text.indexOf(' '))))
                        .sum();
    }

    @Test
    void shouldPushBackAndReportWhileTheServerBlocks() throws Exception {
        RabbitConfig config =
                SharedRabbit.config("serverConfig: { vm_memory_high_watermark.absolute: '1' }\nqueue: transient");
        RunContext context = context();
        try (Transport transport = new RabbitTransport(config, context)) {
            transport.subscribe(CHANNEL, "group");
            Publisher publisher = transport.publisher(CHANNEL, outcomes);
            long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            long taken = 0;
            while (publish(publisher, taken) && taken < 900 && System.nanoTime() < deadline) {
                taken++;
                Thread.sleep(5);
            }

            assertThat(taken).as("pushed back before the window is full").isLessThan(900);
            assertThat(transport.incidents())
                    .extracting(Finding::text)
                    .anyMatch(text -> text.startsWith("the server blocked publishers "));
            assertThat(context.notices().list())
                    .anyMatch(notice -> notice.text().startsWith("the server blocks"));
            assertThat(publisher.awaitAcknowledged(Duration.ofMillis(50))).isFalse();
            publisher.close();
        }
        assertThat(outcomes.failed()).as("unconfirmed when the run ended").isEmpty();
    }

    /** Nobody reads until the server is back, so that all messages have to survive it. */
    @Test
    void shouldDeliverWhatWasConfirmedBeforeTheServerWasKilled() throws Exception {
        int count = 500;
        Set<Integer> arrived = new HashSet<>();
        RunContext context = context();
        try (Transport transport = new RabbitTransport(SharedRabbit.config("queue: classic"), context)) {
            Subscription subscription = transport.subscribe(CHANNEL, "group");
            Publisher publisher = transport.publisher(CHANNEL, outcomes);
            for (int i = 0; i < count; i++) {
                assertThat(publisher.publish(ByteBuffer.allocateDirect(64).putInt(0, i), i))
                        .isTrue();
            }
            assertThat(publisher.awaitAcknowledged(Duration.ofSeconds(20))).isTrue();
            ProcessTarget server = (ProcessTarget) transport.faultTargets().get(0);
            server.kill();
            server.start();
            long deadline = System.nanoTime() + RESTART_LIMIT.toNanos();
            while (context.notices().list().stream()
                            .noneMatch(notice -> notice.text().equals("connected again"))
                    && System.nanoTime() < deadline) {
                Thread.sleep(20);
            }
            while (arrived.size() < count && System.nanoTime() < deadline) {
                subscription.poll(
                        message ->
                                arrived.add(message.order(ByteOrder.BIG_ENDIAN).getInt(message.position())),
                        100_000_000);
            }
            // The publisher goes on as well, with numbers that start again.
            while (!publish(publisher, count) && System.nanoTime() < deadline) {
                Thread.sleep(20);
            }
            assertThat(publisher.awaitAcknowledged(Duration.ofSeconds(20))).isTrue();
        }

        assertThat(arrived)
                .as(() -> "arrived; the client's notices: " + context.notices().list())
                .hasSize(count);
        assertThat(outcomes.failed()).isEmpty();
        assertThat(outcomes.acknowledged()).hasSize(count + 1).doesNotHaveDuplicates();
    }

    /** A queue that comes back as another one has no consumer any more, and the client goes on without. */
    @Test
    void shouldReportAConsumerThatWasNotRestored() throws Exception {
        String queue = runId + "-requests";
        RunContext context = context();
        try (Connection other = other();
                CutLine line = new CutLine(URI.create(SharedRabbit.url()).getPort());
                Transport transport = new RabbitTransport(
                        SharedRabbit.config(SharedRabbit.external(URI.create("amqp://127.0.0.1:" + line.port()))),
                        context)) {
            transport.subscribe(CHANNEL, "group");
            assertThat(transport.incidents()).isEmpty();

            line.cut();
            com.rabbitmq.client.Channel channel = other.createChannel();
            channel.queueDelete(queue);
            channel.queueDeclare(queue, false, false, false, Map.of());
            line.mend();
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (context.notices().list().stream()
                            .noneMatch(notice -> notice.text().startsWith("not restored"))
                    && System.nanoTime() < deadline) {
                Thread.sleep(20);
            }

            assertThat(transport.incidents())
                    .extracting(Finding::text)
                    .anyMatch(text -> text.matches("(?s)\\d queues or consumers were not restored .*"));
        }
    }

    @Test
    void shouldGiveTheRequestOfADeadServiceToTheNextOneIfItsReplyHasNotLeft() throws Exception {
        try (CutLine line = new CutLine(URI.create(SharedRabbit.url()).getPort());
                Transport next = new RabbitTransport(SharedRabbit.config(SharedRabbit.external()), context());
                Transport service = new RabbitTransport(
                        SharedRabbit.config(SharedRabbit.external(URI.create("amqp://127.0.0.1:" + line.port()))),
                        context())) {
            assertThat(HeldReply.requestComesAgain(service, line, next, Duration.ofSeconds(20)))
                    .isTrue();
        }
    }

    @Test
    void shouldNameAWrongPasswordWithoutShowingIt() {
        RabbitConfig config = SharedRabbit.config(
                "broker: external\nurl: " + SharedRabbit.url() + "\nuser: twohop\npassword: quite-wrong-indeed");

        assertThatThrownBy(() -> new RabbitTransport(config, context()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("does not let this user in")
                .hasMessageContaining("check user, password")
                .hasMessageNotContaining("quite-wrong");
    }

    @Test
    void shouldSayThatNobodyListens() {
        RabbitConfig config = SharedRabbit.config("broker: external\nurl: amqp://127.0.0.1:1");

        assertThatThrownBy(() -> new RabbitTransport(config, context()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("that the server listens there");
    }

    @Test
    void shouldSayThatTheServerThereSpeaksNoAmqp() {
        assertThat(Connector.words(new TimeoutException())).matches("no answer in AMQP 0-9-1 within \\d+ s");
    }

    @Test
    void shouldSayHowToInstallAServer() {
        RabbitConfig config = SharedRabbit.config("server: /nowhere/rabbitmq-server");

        assertThatThrownBy(() -> new RabbitProvider().check(config, context()))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("/nowhere/rabbitmq-server is no program; sudo apt-get install rabbitmq-server");
    }

    /** Debian's: it would start the server as a user who may not write to the run's directory, and fail with words of Erlang. */
    @Test
    void shouldRefuseAScriptThatChangesToAnotherUser() throws Exception {
        Files.createFile(directory.resolve("rabbitmq-env"));
        Path own = directory.resolve("rabbitmq-server");
        Path wrapper = directory.resolve("rabbitmq-script-wrapper");
        for (Path script : List.of(own, wrapper)) {
            Files.writeString(script, "#!/bin/sh\n");
            assertThat(script.toFile().setExecutable(true)).isTrue();
        }
        Path links = Files.createDirectory(directory.resolve("sbin"));
        Path refused = Files.createSymbolicLink(links.resolve("rabbitmq-server"), wrapper);
        Path taken = Files.createSymbolicLink(links.resolve("mine"), own);

        assertThatThrownBy(() -> new RabbitProvider().check(SharedRabbit.config("server: " + refused), context()))
                .isInstanceOf(TransportException.class)
                .hasMessageStartingWith("server: " + refused + " (expected: the script in RabbitMQ's own sbin");
        new RabbitProvider().check(SharedRabbit.config("server: " + taken), context());
        Files.delete(directory.resolve("rabbitmq-env"));
        assertThatThrownBy(() -> new RabbitProvider().check(SharedRabbit.config("server: " + own), context()))
                .isInstanceOf(TransportException.class);
    }

    @Test
    void shouldRefuseKeysThatWouldBeIgnored() {
        assertThatThrownBy(() -> SharedRabbit.config("url: amqp://host")).isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> SharedRabbit.config("user: one\npassword: two"))
                .isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> SharedRabbit.config("broker: external\nurl: amqp://name:hidden@host"))
                .isInstanceOf(ConfigException.class)
                .hasMessageNotContaining("hidden");
        assertThatThrownBy(() -> SharedRabbit.config("broker: external\nurl: amqp://host\ntrustStore: a.p12"))
                .isInstanceOf(ConfigException.class);
        assertThatThrownBy(() -> SharedRabbit.config("broker: external\nurl: amqp://host\nserver: /bin/true"))
                .isInstanceOf(ConfigException.class);
    }
}
