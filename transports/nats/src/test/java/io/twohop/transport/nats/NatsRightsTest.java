package io.twohop.transport.nats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twohop.config.YamlDocument;
import io.twohop.finding.Finding;
import io.twohop.testing.model.WrittenCreations;
import io.twohop.transport.Acknowledgements;
import io.twohop.transport.Channel;
import io.twohop.transport.Creation;
import io.twohop.transport.Creations;
import io.twohop.transport.JvmRecorder;
import io.twohop.transport.Notices;
import io.twohop.transport.Publisher;
import io.twohop.transport.RunContext;
import io.twohop.transport.Subscription;
import io.twohop.transport.Transport;
import io.twohop.transport.TransportException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A server on which the run's user has the rights of docs/nats.md, or all but one. */
@Timeout(120)
class NatsRightsTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final List<String> CORE = List.of("publish twohop.>", "subscribe twohop.>", "subscribe _INBOX.>");
    private static final List<String> JETSTREAM = List.of(
            "publish twohop.>", "publish $JS.API.>", "publish $JS.ACK.>", "publish $JS.FC.>", "subscribe _INBOX.>");

    @TempDir
    Path directory;

    private TestServer server(List<String> rights) throws Exception {
        return new TestServer(
                directory,
                "jetstream { store_dir: \"" + directory.resolve("js") + "\" }\nauthorization { users: [ { user: bench,"
                        + " password: secret, permissions: { publish: [" + subjects(rights, "publish ")
                        + "], subscribe: [" + subjects(rights, "subscribe ") + "] } } ] }\n");
    }

    /** An empty list would allow everything. */
    private static String subjects(List<String> rights, String kind) {
        return Stream.concat(rights.stream(), Stream.of(kind + "nothing"))
                .filter(right -> right.startsWith(kind))
                .map(right -> '"' + right.substring(kind.length()) + '"')
                .collect(Collectors.joining(", "));
    }

    private static NatsConfig config(TestServer server, String mode) {
        return YamlDocument.parse(
                        "mine.yaml",
                        "broker: external\nurl: " + server.url() + "\n" + mode
                                + "\nclient: { username: bench, password: secret }\n")
                .bind(NatsConfig.class, Set.of());
    }

    /** Sends one message over one hop. */
    private void measure(TestServer server, String mode) throws Exception {
        NatsConfig config = config(server, mode);
        RunContext context = new RunContext(
                "twohop-" + UUID.randomUUID(),
                directory,
                directory,
                new RunContext.Traffic(1_000, 10_000, 1_000, 100),
                new RunContext.Channels(1, 1));
        try (Transport transport = new NatsProvider().open(config, context)) {
            Channel channel = new Channel("requests", 1);
            Subscription sink = transport.subscribe(channel, "sink");
            Publisher generator = transport.publisher(channel, Acknowledgements.NONE);
            transport.settle();
            generator.publish(ByteBuffer.allocateDirect(100), 1);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (sink.poll(message -> {}, 1_000_000) == 0) {
                for (Finding incident : transport.incidents()) {
                    throw new TransportException(incident.sentence());
                }
                assertThat(System.nanoTime()).isLessThan(deadline);
            }
            assertThat(generator.awaitAcknowledged(PATIENCE)).isTrue();
            assertThat(transport.incidents()).isEmpty();
            generator.close();
            sink.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mode: core",
                "mode: jetstream",
                "mode: jetstream\nconsumer: push",
                "mode: jetstream\nconsumer: ordered"
            })
    void shouldNeedNoMoreThanTheDocumentedRights(String mode) throws Exception {
        try (TestServer server = server(mode.contains("core") ? CORE : JETSTREAM)) {
            measure(server, mode);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "core, publish twohop.>, Publish to \"twohop.",
        "core, subscribe twohop.>, Subscription to \"twohop.",
        "jetstream, publish twohop.>, Publish to \"twohop.",
        "jetstream, publish $JS.API.>, Publish to \"$JS.API.",
        "jetstream, subscribe _INBOX.>, Subscription to \"_INBOX."
    })
    void shouldNameTheRightThatIsMissing(String mode, String missing, String named) throws Exception {
        List<String> rights = new ArrayList<>(mode.equals("core") ? CORE : JETSTREAM);
        assertThat(rights.remove(missing)).isTrue();
        try (TestServer server = server(rights)) {
            long start = System.nanoTime();
            assertThatThrownBy(() -> measure(server, "mode: " + mode))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("Permissions Violation for " + named)
                    .hasMessageContaining("docs/nats.md lists them");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
        }
    }

    /** The request reaches the server, which creates the stream once it continues. */
    @Test
    void shouldKeepTheRecordOfAStreamWhoseCreationHasNoAnswer() throws Exception {
        List<Creation> standing = new ArrayList<>();
        Creations written = new WrittenCreations(standing);
        RunContext context = new RunContext(
                "twohop-" + UUID.randomUUID(),
                directory,
                directory,
                new RunContext.Traffic(1_000, 10_000, 1_000, 100),
                new RunContext.Channels(1, 1),
                JvmRecorder.NONE,
                new Notices(),
                false,
                null,
                written);
        try (TestServer server = server(JETSTREAM);
                Transport transport = new NatsProvider().open(config(server, "mode: jetstream"), context)) {
            server.pause();
            try {
                assertThatThrownBy(() -> transport.publisher(new Channel("requests", 1), Acknowledgements.NONE))
                        .isInstanceOf(TransportException.class);
            } finally {
                server.resume();
            }
            assertThat(standing).extracting(Creation::name).containsExactly(context.runId() + "-requests");
        }
        assertThat(standing).isEmpty();
    }
}
