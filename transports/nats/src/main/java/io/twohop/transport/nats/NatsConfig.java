package io.twohop.transport.nats;

import io.nats.client.BaseConsumeOptions;
import io.nats.client.support.NatsUri;
import io.twohop.config.ConfigException;
import io.twohop.config.Help;
import io.twohop.transport.kit.Broker;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Map;

/**
 * The keys of a NATS transport file. What is under {@code client}, {@code stream}, {@code consumerOptions} and {@code
 * serverConfig} is passed on as it is.
 */
public record NatsConfig(
        @Help("whose server; embedded by default") Broker broker,

        @Help("where an external server or cluster is reached; several separated by commas")
        String url,

        @Help("how many embedded servers, 1, 3 or 5; 1 by default")
        Integer nodes,

        @Help("the nats-server binary; looked for and fetched where absent")
        String server,

        @Help("further lines of the embedded servers' configuration")
        Map<String, String> serverConfig,

        @Help("when embedded servers sync JetStream's files: always or an interval; the server's 2 minutes by default")
        String sync,

        @Help("plain subjects or JetStream; core by default")
        Layer mode,

        @Help("of each hop, with a thread each; 1 by default")
        Integer consumers,

        @Help("messages that wait in a publisher's client for the socket before it pushes back; 10000 by default")
        Integer maxPending,

        @Help("whether JetStream publishers wait for each acknowledgement; async by default")
        Publish publish,

        @Help(
                "messages of an asynchronous JetStream publisher that wait for an acknowledgement before it pushes back; 1000 by default")
        Integer maxInFlight,

        @Help("whether each JetStream message carries an id that the server remembers; false by default")
        Boolean deduplicate,

        @Help("of streams; memory by default") Store storage,
        @Help("of streams, 1, 3 or 5; 1 by default") Integer replicas,

        @Help("how JetStream messages come; pull by default")
        ConsumerKind consumer,

        @Help(
                "how long a pull or ordered consumer's request for messages is good for; a lost one is noticed after three times half of it; 1 s to 10 min, the client's 30 s by default")
        Duration expires,

        @Help("the file with the seed of an NKEY") String nkeyFile,

        @Help("whether an option that the client does not know is refused; true by default")
        Boolean checkProperties,

        @Help("options of the Java client, without their common prefix")
        Map<String, String> client,

        @Help("fields of the streams' configuration") Map<String, String> stream,
        @Help("fields of the consumers' configuration") Map<String, String> consumerOptions) {
    /** The server's own. */
    private static final Duration DEFAULT_ACK_WAIT = Duration.ofSeconds(30);

    private static final int MAX_CONSUMERS = 64;
    private static final int MAX_WINDOW = 1 << 20;
    private static final Duration LEAST_EXPIRES = Duration.ofMillis(BaseConsumeOptions.MIN_EXPIRES_MILLS);
    private static final Duration MOST_EXPIRES = Duration.ofMinutes(10);
    private static final int MAX_PORT = 65_535;
    private static final String EXPECTED_URL = "nats://host:4222 of the external server";
    private static final String SYNC_ALWAYS = "always";

    /** What carries the messages. */
    public enum Layer {
        /** Subjects: delivered to current subscribers, kept nowhere. */
        CORE,
        /** Streams. */
        JETSTREAM
    }

    /** Whether a publisher waits. */
    public enum Publish {
        /** A bounded number of acknowledgements may be outstanding. */
        ASYNC,
        /** For each message's acknowledgement. */
        SYNC
    }

    /** Where streams keep messages. */
    public enum Store {
        /** In the servers' memory. */
        MEMORY,
        /** In the servers' files. */
        FILE
    }

    /** How messages come from a stream. */
    public enum ConsumerKind {
        /** A durable consumer, asked for batches; each message is acknowledged. */
        PULL,
        /** A durable consumer that sends by itself; each message is acknowledged. */
        PUSH,
        /** An ephemeral consumer of one client, in order, without acknowledgements. */
        ORDERED
    }

    public NatsConfig {
        broker = broker == null ? Broker.EMBEDDED : broker;
        nodes = oneOf("nodes", nodes);
        serverConfig = orEmpty(serverConfig);
        mode = mode == null ? Layer.CORE : mode;
        consumers = within("consumers", consumers, 1, MAX_CONSUMERS);
        maxPending = within("maxPending", maxPending, 10_000, MAX_WINDOW);
        checkProperties = checkProperties == null || checkProperties;
        client = orEmpty(client);
        stream = orEmpty(stream);
        consumerOptions = orEmpty(consumerOptions);
        if (mode == Layer.CORE) {
            absent("publish", publish);
            absent("maxInFlight", maxInFlight);
            absent("deduplicate", deduplicate);
            absent("storage", storage);
            absent("replicas", replicas);
            absent("consumer", consumer);
            absent("expires", expires);
            absent("sync", sync);
            absent("stream", stream.isEmpty() ? null : stream);
            absent("consumerOptions", consumerOptions.isEmpty() ? null : consumerOptions);
        }
        publish = publish == null ? Publish.ASYNC : publish;
        maxInFlight = within("maxInFlight", maxInFlight, 1_000, MAX_WINDOW);
        deduplicate = deduplicate != null && deduplicate;
        storage = storage == null ? Store.MEMORY : storage;
        replicas = oneOf("replicas", replicas);
        consumer = consumer == null ? ConsumerKind.PULL : consumer;
        expires = expires == null ? Duration.ofMillis(BaseConsumeOptions.DEFAULT_EXPIRES_IN_MILLIS) : expires;
        if (expires.compareTo(LEAST_EXPIRES) < 0 || expires.compareTo(MOST_EXPIRES) > 0) {
            throw ConfigException.invalid("expires", expires, "1s to 10m");
        }
        checkServer(broker, url, nodes, server, serverConfig, sync);
        if (broker == Broker.EMBEDDED && replicas > nodes) {
            throw ConfigException.invalid("replicas", replicas, "at most " + nodes + ", the number of nodes");
        }
        if (consumer == ConsumerKind.ORDERED && consumers > 1) {
            throw ConfigException.invalid("consumers", consumers, "1, since an ordered consumer belongs to one client");
        }
        if (checkProperties) {
            NatsOptions.check(client, stream, consumerOptions);
        }
    }

    private static void checkServer(
            Broker broker, String url, int nodes, String server, Map<String, String> serverConfig, String sync) {
        if (broker == Broker.EMBEDDED && url != null) {
            throw ConfigException.invalid("url", url, "absent with an embedded server; add broker: external to use it");
        }
        if (broker == Broker.EXTERNAL) {
            if (url == null || url.isBlank()) {
                throw ConfigException.invalid("url", url, EXPECTED_URL);
            }
            for (String one : url.split(",")) {
                checkUrl(one.strip());
            }
            if (nodes != 1 || server != null || !serverConfig.isEmpty() || sync != null) {
                throw ConfigException.invalid(
                        "broker", "external", "embedded, where nodes, server, serverConfig or sync is given");
            }
        }
        if (sync != null && !sync.equals(SYNC_ALWAYS) && !sync.matches("\\d{1,6}(ms|s|m|h)")) {
            throw ConfigException.invalid("sync", sync, "always, or an interval such as 10s");
        }
    }

    private static void checkUrl(String url) {
        try {
            if (new NatsUri(url).getPort() > MAX_PORT) {
                throw ConfigException.invalid("url", url, EXPECTED_URL);
            }
        } catch (URISyntaxException e) {
            throw ConfigException.invalid("url", url, EXPECTED_URL + "; " + e.getReason());
        }
    }

    private static void absent(String name, Object value) {
        if (value != null) {
            throw ConfigException.invalid(name, value, "absent, since it belongs to mode jetstream");
        }
    }

    private static int oneOf(String name, Integer value) {
        int given = value == null ? 1 : value;
        if (given != 1 && given != 3 && given != 5) {
            throw ConfigException.invalid(name, given, "1, 3 or 5");
        }
        return given;
    }

    private static int within(String name, Integer value, int otherwise, int most) {
        int given = value == null ? otherwise : value;
        if (given < 1 || given > most) {
            throw ConfigException.invalid(name, given, "a whole number from 1 to " + most);
        }
        return given;
    }

    private static Map<String, String> orEmpty(Map<String, String> options) {
        return options == null ? Map.of() : Map.copyOf(options);
    }

    /** After how long the server delivers again what a consumer did not acknowledge; zero where consumers acknowledge nothing. */
    Duration redelivery() {
        boolean acknowledges = isJetStream() && consumer != ConsumerKind.ORDERED;
        String nanos = consumerOptions.getOrDefault("ack_wait", "");
        if (!acknowledges) {
            return Duration.ZERO;
        }
        return nanos.matches("\\d{1,18}") ? Duration.ofNanos(Long.parseLong(nanos)) : DEFAULT_ACK_WAIT;
    }

    /** Whether one of its servers is known to serve what the generator sends. */
    boolean hasLeader() {
        return isJetStream() || nodes == 1;
    }

    boolean isJetStream() {
        return mode == Layer.JETSTREAM;
    }

    boolean syncsAlways() {
        return SYNC_ALWAYS.equals(sync);
    }
}
