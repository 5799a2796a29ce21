package io.twohop.transport.rabbitmq;

import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Section;
import io.twohop.config.Values;
import io.twohop.transport.kit.Broker;
import io.twohop.transport.kit.ServerUser;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The keys of a RabbitMQ transport file. */
public record RabbitConfig(
        @Section Servers servers,
        @Section Access access,

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
                checkUrl(url);
                if (server != null || !serverConfig.isEmpty()) {
                    throw ConfigException.invalid(
                            "broker", "external", "embedded, where server or serverConfig is given");
                }
            }
        }

        private static void checkUrl(String url) {
            try {
                URI uri = new URI(url);
                boolean isAmqp = "amqp".equals(uri.getScheme()) || "amqps".equals(uri.getScheme());
                if (!isAmqp || uri.getHost() == null || uri.getUserInfo() != null) {
                    // The URL may hold a password.
                    throw ConfigException.invalid("url", "another form", EXPECTED_URL);
                }
            } catch (URISyntaxException e) {
                throw ConfigException.invalid("url", "no URL", EXPECTED_URL);
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

    /** The keys by which clients are let in. */
    public record Access(
            @Help("user of the external server") String user,
            @Help("the user's password") String password,

            @Help(
                    "PKCS12 or JKS file of the certificates that an external server's may be signed by; the JVM's by default")
            String trustStore,

            @Help("the file's password") String trustStorePassword) {
        public Access {
            Given.of("password", password).neededIf(user != null, "the password of the user");
            Given.of("user", user).neededIf(password != null, "the user of the password");
        }

        Optional<ServerUser> known() {
            return user == null ? Optional.empty() : Optional.of(new ServerUser(user, password));
        }
    }

    public RabbitConfig {
        queue = Objects.requireNonNullElse(queue, Kind.CLASSIC);
        maxInFlight = Values.within("maxInFlight", maxInFlight, 1_000, MAX_WINDOW);
        prefetch = Values.within("prefetch", prefetch, 100, MAX_PREFETCH);
        consumers = Values.within("consumers", consumers, 1, MAX_CONSUMERS);
        boolean isEmbedded = !servers.areExternal();
        Values.absent("user", access.user(), isEmbedded, "an embedded server lets in one user, made for the run");
        Values.absent("trustStore", access.trustStore(), isEmbedded, "an embedded server is reached without TLS");
        Values.absent(
                "trustStorePassword",
                access.trustStorePassword(),
                access.trustStore() == null,
                "it belongs to a trustStore");
        if (!isEmbedded) {
            Values.absent(
                    "trustStore",
                    access.trustStore(),
                    !servers.url().startsWith("amqps:"),
                    "it belongs to a url that begins with amqps://");
        }
    }
}
