package io.twohop.transport.nats;

import io.nats.client.BaseConsumeOptions;
import io.twohop.config.ConfigException;
import io.twohop.config.Help;
import io.twohop.config.Section;
import io.twohop.config.Values;
import io.twohop.transport.kit.ServerUser;
import io.twohop.transport.nats.server.NatsServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The keys of a NATS transport file. The client and the servers receive what is under {@code client}, {@code stream},
 * {@code consumerOptions} and {@code serverConfig} unchanged.
 */
public record NatsConfig(
        @Section NatsServers servers,
        @Section Messaging messaging,

        @Help("number of consumers per hop, each with its own thread; 1 by default")
        Integer consumers,

        @Help("number of messages that may wait for the socket before a publisher pushes back; 10000 by default")
        Integer maxPending,

        @Section Client access) {
    private static final int MAX_CONSUMERS = 64;
    private static final int MAX_WINDOW = 1 << 20;

    /** The layer that carries messages. */
    public enum Layer {
        /** Subjects: delivered to current subscribers, not stored. */
        CORE,
        /** Streams. */
        JETSTREAM
    }

    /** The acknowledgement mode of a publisher. */
    public enum Publish {
        /** A bounded number of acknowledgements may be outstanding. */
        ASYNC,
        /** Each message waits for its acknowledgement. */
        SYNC
    }

    /** The storage of streams. */
    public enum Store {
        /** In the servers' memory. */
        MEMORY,
        /** In the servers' files. */
        FILE
    }

    /** The kind of a stream's consumer. */
    public enum ConsumerKind {
        /** A durable consumer from which the client requests batches; each message is acknowledged. */
        PULL,
        /** A durable consumer to which the server pushes; each message is acknowledged. */
        PUSH,
        /** An ephemeral consumer of one client, in order, without acknowledgements. */
        ORDERED
    }

    /** The keys that choose between subjects and JetStream, and those of JetStream. */
    public record Messaging(
            @Help("plain subjects (core) or JetStream; core by default")
            Layer mode,

            @Help("whether JetStream publishers wait for each acknowledgement (sync) or not; async by default")
            Publish publish,

            @Help(
                    "number of unacknowledged messages at which an asynchronous JetStream publisher pushes back; 1000 by default")
            Integer maxInFlight,

            @Help("whether JetStream messages have an id by which the server drops duplicates; false by default")
            Boolean deduplicate,

            @Help("storage of the streams; memory by default")
            Store storage,

            @Help("replicas of the streams: 1, 3 or 5; 1 by default")
            Integer replicas,

            @Help("kind of the JetStream consumers; pull by default")
            ConsumerKind consumer,

            @Help(
                    "lifetime of a pull or ordered consumer's request for messages, 1s to 10m; a lost request is noticed after 1.5 times of it; the client's 30s by default")
            Duration expires,

            @Help("fields of the streams' configuration") Map<String, String> stream,
            @Help("fields of the consumers' configuration") Map<String, String> consumerOptions) {
        /** The server's default. */
        private static final Duration DEFAULT_ACK_WAIT = Duration.ofSeconds(30);

        private static final Duration LEAST_EXPIRES = Duration.ofMillis(BaseConsumeOptions.MIN_EXPIRES_MILLS);
        private static final Duration MOST_EXPIRES = Duration.ofMinutes(10);

        public Messaging {
            mode = Objects.requireNonNullElse(mode, Layer.CORE);
            stream = Values.copy(stream);
            consumerOptions = Values.copy(consumerOptions);
            absent(mode, "publish", publish);
            absent(mode, "maxInFlight", maxInFlight);
            absent(mode, "deduplicate", deduplicate);
            absent(mode, "storage", storage);
            absent(mode, "replicas", replicas);
            absent(mode, "consumer", consumer);
            absent(mode, "expires", expires);
            absent(mode, "stream", stream.isEmpty() ? null : stream);
            absent(mode, "consumerOptions", consumerOptions.isEmpty() ? null : consumerOptions);
            publish = Objects.requireNonNullElse(publish, Publish.ASYNC);
            maxInFlight = Values.within("maxInFlight", maxInFlight, 1_000, MAX_WINDOW);
            deduplicate = Objects.requireNonNullElse(deduplicate, false);
            storage = Objects.requireNonNullElse(storage, Store.MEMORY);
            replicas = NatsServers.oddCount("replicas", replicas);
            consumer = Objects.requireNonNullElse(consumer, ConsumerKind.PULL);
            expires = Objects.requireNonNullElse(
                    expires, Duration.ofMillis(BaseConsumeOptions.DEFAULT_EXPIRES_IN_MILLIS));
            if (expires.compareTo(LEAST_EXPIRES) < 0 || expires.compareTo(MOST_EXPIRES) > 0) {
                throw ConfigException.invalid("expires", expires, "1s to 10m");
            }
        }

        private static void absent(Layer mode, String key, Object value) {
            Values.absent(key, value, mode == Layer.CORE, "it belongs to mode jetstream");
        }

        boolean isJetStream() {
            return mode == Layer.JETSTREAM;
        }

        /** The time after which the server redelivers an unacknowledged message; zero for consumers that acknowledge nothing. */
        Duration redelivery() {
            if (!isJetStream() || consumer == ConsumerKind.ORDERED) {
                return Duration.ZERO;
            }
            String nanos = consumerOptions.getOrDefault("ack_wait", "");
            return nanos.matches("\\d{1,18}") ? Duration.ofNanos(Long.parseLong(nanos)) : DEFAULT_ACK_WAIT;
        }
    }

    /**
     * The keys of the Java client.
     *
     * @param nkeyFile null for none
     */
    public record Client(
            @Help("the file with the seed of an NKEY") String nkeyFile,

            @Help("whether an option that the client does not know is refused; true by default")
            Boolean checkProperties,

            @Help("options unknown to the client whose values results show; none by default")
            List<String> showProperties,

            @Help("options of the Java client, without their common prefix")
            Map<String, String> client) {
        private static final String USERNAME = "username";
        private static final String PASSWORD = "password";

        public Client {
            checkProperties = Objects.requireNonNullElse(checkProperties, true);
            showProperties = List.copyOf(Objects.requireNonNullElse(showProperties, List.of()));
            client = Values.copy(client);
        }

        /** The user that the file gives by name and password; embedded servers let it in. */
        Optional<ServerUser> user() {
            return client.containsKey(USERNAME) && client.containsKey(PASSWORD)
                    ? Optional.of(new ServerUser(client.get(USERNAME), client.get(PASSWORD)))
                    : Optional.empty();
        }

        /** The file with the seed of an NKEY. */
        Optional<Path> nkey() {
            return Optional.ofNullable(nkeyFile).map(Path::of);
        }
    }

    public NatsConfig {
        consumers = Values.within("consumers", consumers, 1, MAX_CONSUMERS);
        maxPending = Values.within("maxPending", maxPending, 10_000, MAX_WINDOW);
        Messaging.absent(messaging.mode(), "sync", servers.sync());
        if (!servers.areExternal() && messaging.replicas() > servers.nodes()) {
            throw ConfigException.invalid(
                    "replicas", messaging.replicas(), "at most " + servers.nodes() + ", the number of nodes");
        }
        if (messaging.consumer() == ConsumerKind.ORDERED && consumers > 1) {
            throw ConfigException.invalid("consumers", consumers, "1, since an ordered consumer belongs to one client");
        }
        if (access.checkProperties()) {
            NatsOptions.check(access.client(), messaging.stream(), messaging.consumerOptions());
        }
    }

    /** Whether the server that serves the generator's messages is known. */
    boolean hasLeader() {
        return isJetStream() || servers.nodes() == 1;
    }

    boolean isJetStream() {
        return messaging.isJetStream();
    }
}
