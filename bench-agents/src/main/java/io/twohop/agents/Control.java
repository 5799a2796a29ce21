package io.twohop.agents;

import io.nats.client.AuthHandler;
import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamManagement;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.StreamConfiguration;
import io.twohop.config.Secrets;
import io.twohop.engine.protocol.Protocol;
import io.twohop.transport.nats.NkeyFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;

/** A connection to the control server that survives a restart of the server. Any thread. */
final class Control implements AutoCloseable {
    /** The stream through which agents hand over their results. */
    static final String RESULTS = "twohop-results";

    /** Begins the subjects of that stream. */
    static final String RESULT = "twohop.result.";

    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    private static final Duration RECONNECT = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final long PAUSE_MILLIS = 50;
    private static final int NOT_FOUND = 404;

    /** How long the server keeps what a call left behind whose coordinator died. */
    private static final Duration KEPT = Duration.ofDays(1);

    /** The sides of the protocol. Each may read only what is sent to its own inboxes, and answers only into those of the other. */
    enum Side {
        AGENT("_INBOX_AGENT."),
        BENCH("_INBOX_BENCH.");

        private final String inboxes;

        Side(String inboxes) {
            this.inboxes = inboxes;
        }

        private Side other() {
            return this == AGENT ? BENCH : AGENT;
        }
    }

    private final Connection connection;
    private final Side side;
    private final String url;

    private Control(Connection connection, Side side, String url) {
        this.connection = connection;
        this.side = side;
        this.url = url;
    }

    /** @param name of the connection, shown to the server's owner */
    static Control connect(ControlOptions given, Side side, String name) throws InterruptedException {
        String url = Secrets.redact(given.url());
        try {
            Options.Builder options = new Options.Builder(properties(given))
                    .server(given.url())
                    .connectionName(name)
                    .inboxPrefix(side.inboxes)
                    .connectionTimeout(CONNECT_LIMIT)
                    // Another user's server could take the port of one that has ended.
                    .maxReconnects(given.serverName().isEmpty() ? -1 : 0)
                    .reconnectWait(RECONNECT)
                    .errorListener(new ErrorListener() {});
            given.credentials()
                    .map(file -> Nats.credentials(file.toString()))
                    .or(() -> given.nkey().map(Control::nkey))
                    .ifPresent(options::authHandler);
            Control control = new Control(Nats.connect(options.build()), side, url);
            control.check(given.serverName());
            return control;
        } catch (AuthenticationException e) {
            throw new AgentsException(
                    "--nats: " + url + " does not let this user in: " + e.getMessage() + "; check --creds or --nkey",
                    e);
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
            throw new AgentsException(
                    "--nats: " + url + " (expected: a NATS server that answers): " + e.getMessage()
                            + "; start one with: nats-server -js",
                    e);
        }
    }

    private void check(Optional<String> name) {
        String met = connection.getServerInfo().getServerName();
        if (name.isPresent() && !name.get().equals(met)) {
            close();
            throw new AgentsException("--nats: " + url + " is server " + met + " (expected: " + name.get() + ")");
        }
    }

    private static AuthHandler nkey(Path file) {
        try {
            return NkeyFile.handler(file);
        } catch (IOException | IllegalArgumentException e) {
            throw new AgentsException("--nkey: " + file + " (expected: a file with a user's seed, SU...)", e);
        }
    }

    private static Properties properties(ControlOptions given) {
        Properties properties = new Properties();
        given.trustStore().ifPresent(store -> {
            properties.setProperty(Options.PROP_TRUSTSTORE, store.toString());
            properties.setProperty(Options.PROP_SECURE, "true");
            given.trustStorePassword()
                    .ifPresent(password -> properties.setProperty(Options.PROP_TRUSTSTORE_PASSWORD, password));
        });
        return properties;
    }

    /** Returns the URLs of the server and of the others in its cluster. */
    Collection<String> servers() {
        return connection.getServers();
    }

    Connection connection() {
        return connection;
    }

    /**
     * Asks again and again; returns empty if nobody answers within the limit. The answer to an earlier try counts as well: a busy machine may
     * need longer than the time between two tries.
     */
    Optional<Answer> ask(String subject, Object question, Duration limit) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + limit.toNanos();
        byte[] body = Protocol.bytes(question);
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        for (long leftNanos = limit.toNanos(); leftNanos > 0; leftNanos = deadlineNanos - System.nanoTime()) {
            Optional<byte[]> said = tryOnce(subject, body, answer, leftNanos);
            try {
                if (said.isPresent()) {
                    return Optional.of(read(said.get(), Answer.class));
                }
            } catch (IOException e) {
                // Another program answered.
                answer = new CompletableFuture<>();
            }
            Thread.sleep(PAUSE_MILLIS);
        }
        return Optional.empty();
    }

    private Optional<byte[]> tryOnce(String subject, byte[] body, CompletableFuture<byte[]> answer, long leftNanos)
            throws InterruptedException {
        try {
            CompletableFuture<Message> own = connection.requestWithTimeout(subject, body, Duration.ofNanos(leftNanos));
            own.thenAccept(message -> {
                if (message.getData().length > 0) {
                    answer.complete(message.getData());
                }
            });
            CompletableFuture.anyOf(answer, own).get(Math.min(leftNanos, PATIENCE.toNanos()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException | IllegalStateException e) {
            // Nobody listens, the server is restarting, or this connection is closed; the limit ends the wait.
        }
        return Optional.ofNullable(answer.getNow(null));
    }

    /**
     * Reads a message, which any holder of a key can have written.
     *
     * @throws IOException if it is none of that type
     */
    static <T> T read(byte[] message, Class<T> type) throws IOException {
        return Optional.ofNullable(Protocol.JSON.readValue(message, type))
                .orElseThrow(() -> new IOException("a message without content"));
    }

    /** Publishes a message once; the answer arrives at an inbox of this side's, whenever that is. */
    void say(String subject, Object message, String inbox) {
        try {
            connection.publish(subject, side.inboxes + inbox, Protocol.bytes(message));
        } catch (IllegalStateException e) {
            // This connection is closed, or keeps no more until the server is back.
        }
    }

    /**
     * Listens to an agent's inboxes.
     *
     * @param listener receives the last word of an inbox's name, and the answer
     */
    void listen(String agent, BiConsumer<String, Answer> listener) {
        String inboxes = side.inboxes + agent + ".";
        connection
                .createDispatcher(message -> {
                    try {
                        Answer answer = read(message.getData(), Answer.class);
                        listener.accept(message.getSubject().substring(inboxes.length()), answer);
                    } catch (IOException e) {
                        // Another program answered.
                    }
                })
                .subscribe(inboxes + "*");
    }

    /** Returns why an agent does not do what it is asked for; empty if it does. */
    Optional<String> refusal(Verb verb, AgentInfo agent, Question question, Duration limit)
            throws InterruptedException {
        return ask(verb.subject(agent.id()), question, limit)
                .map(Answer::refusal)
                .orElse(Optional.of("it does not answer"));
    }

    /** Answers a message of the other side; one that wants its answer elsewhere, where only this side may publish, gets none. */
    void answer(String replyTo, Answer answer) {
        if (replyTo != null && replyTo.startsWith(side.other().inboxes)) {
            connection.publish(replyTo, Protocol.bytes(answer));
        }
    }

    /** Waits until the server has received everything sent so far, subscriptions included, or for a second if it is away. */
    void flush() throws InterruptedException {
        try {
            connection.flush(PATIENCE);
        } catch (TimeoutException | IllegalStateException e) {
            // The client sends it again when the server is back.
        }
    }

    /**
     * Returns the streams, after creating that of results if it is missing; only coordinators may. It is no object store: one message to
     * such a store may replace all that it has.
     */
    JetStreamManagement results() throws IOException {
        try {
            JetStreamManagement streams = connection.jetStreamManagement();
            try {
                streams.getStreamInfo(RESULTS);
            } catch (JetStreamApiException e) {
                if (e.getErrorCode() != NOT_FOUND) {
                    throw e;
                }
                streams.addStream(StreamConfiguration.builder()
                        .name(RESULTS)
                        .subjects(RESULT + ">")
                        .maxAge(KEPT)
                        .allowDirect(true)
                        .build());
            }
            return streams;
        } catch (JetStreamApiException e) {
            throw new AgentsException(
                    "--nats: " + url + " (expected: JetStream, and this user's right to its stream " + RESULTS + "): "
                            + e.getMessage() + "; start it with -js, or see docs/AGENTS.md for its users",
                    e);
        }
    }

    /** Creates what agents lack the right to create. */
    void makeStream() {
        try {
            results();
        } catch (IOException e) {
            throw new AgentsException(
                    "--nats: " + url + " (expected: a NATS server that answers): " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
