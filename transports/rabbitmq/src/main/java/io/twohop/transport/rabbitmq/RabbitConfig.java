package io.twohop.transport.rabbitmq;

import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Section;
import io.twohop.config.Values;
import io.twohop.transport.kit.Broker;
import io.twohop.transport.kit.ServerAccess;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The keys of a RabbitMQ transport file. */
public record RabbitConfig(
        @Section Servers servers,
        @Section ServerAccess access,

        @Help("kind of the queues: classic (durable), transient (classic, in memory) or quorum; classic by default")
        Kind queue,

        @Help("number of unconfirmed messages at which a publisher pushes back; 1000 by default")
        Integer maxInFlight,

        @Help("number of messages that a consumer may hold unacknowledged; 100 by default")
        Integer prefetch,

        @Help("number of consumers per hop, each with its own thread; 1 by default")
        Integer consumers) {
    private static final int MAX_CONSUMERS = 64;
    private static final int MAX_WINDOW = 1 << 20;
    private static final int MAX_PREFETCH = 65_535;

    /** The kind of a queue. */
    public enum Kind {
        /** A durable classic queue of persistent messages. */
        CLASSIC,
        /** A classic queue that the server's end deletes. */
        TRANSIENT,
        /** A durable queue with a replicated log. */
        QUORUM
    }

    /** The keys that describe the server. */
    public record Servers(
            @Help("whether the run starts a server or uses a running one; embedded by default")
            Broker broker,

            @Help("URL of the external server, amqps:// for TLS")
            String url,

            @Help("path of the rabbitmq-server script; found by default")
            String server,

            @Help("further lines of the embedded server's rabbitmq.conf")
            Map<String, String> serverConfig) {
        private static final String EXPECTED_URL = "amqp://host:5672/vhost or amqps://host:5671/vhost, without a user";

        public Servers {
            broker = Objects.requireNonNullElse(broker, Broker.EMBEDDED);
            serverConfig = Values.copy(serverConfig);
            boolean isEmbedded = broker == Broker.EMBEDDED;
            Given.of("url", url)
                    .onlyIf(!isEmbedded, "absent with an embedded server; add broker: external to use it")
                    .neededIf(!isEmbedded, EXPECTED_URL);
            if (!isEmbedded) {
                ServerAccess.checkUrl(url, uri -> Set.of("amqp", "amqps").contains(uri.getScheme()), EXPECTED_URL);
                if (server != null || !serverConfig.isEmpty()) {
                    throw ConfigException.invalid(
                            "broker", "external", "embedded, where server or serverConfig is given");
                }
            }
        }

        boolean areExternal() {
            return broker == Broker.EXTERNAL;
        }

        /** The URL of an external server; empty for an embedded one. */
        Optional<String> external() {
            return areExternal() ? Optional.of(url) : Optional.empty();
        }
    }

    public RabbitConfig {
        queue = Objects.requireNonNullElse(queue, Kind.CLASSIC);
        maxInFlight = Values.within("maxInFlight", maxInFlight, 1_000, MAX_WINDOW);
        prefetch = Values.within("prefetch", prefetch, 100, MAX_PREFETCH);
        consumers = Values.within("consumers", consumers, 1, MAX_CONSUMERS);
        access.check(servers.external(), "amqps");
    }
}
