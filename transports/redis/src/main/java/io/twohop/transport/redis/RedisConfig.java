package io.twohop.transport.redis;

import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Section;
import io.twohop.config.Values;
import io.twohop.transport.kit.Broker;
import io.twohop.transport.kit.ServerAccess;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The keys of a Redis transport file. */
public record RedisConfig(
        @Section Servers servers,
        @Section ServerAccess access,

        @Help("streams with consumer groups (streams), or publish and subscribe (pubsub); streams by default")
        Mode mode,

        @Help("number of messages without a reply at which a publisher pushes back; 1000 by default")
        Integer maxInFlight,

        @Section Fields fields,
        @Section Reading reading) {
    private static final int MAX_WINDOW = 1 << 20;

    /** The commands that carry messages. */
    public enum Mode {
        /** Streams: XADD, XREADGROUP, XACK. */
        STREAMS,
        /** Channels: PUBLISH and SUBSCRIBE. */
        PUBSUB
    }

    /** The policy by which a server syncs its append-only file. */
    public enum Aof {
        /** Messages are in memory only. */
        NONE,
        /** Once a second. */
        EVERYSEC,
        /** Before each reply. */
        ALWAYS
    }

    /** The keys that describe the server. */
    public record Servers(
            @Help("whether the run starts a server or uses a running one; embedded by default")
            Broker broker,

            @Help("URL of the external server, rediss:// for TLS")
            String url,

            @Help("path of the redis-server or valkey-server program; found by default")
            String server,

            @Help("append-only file of the embedded server: none, everysec or always; none by default")
            Aof aof,

            @Help("further lines of the embedded server's redis.conf")
            Map<String, String> serverConfig) {
        private static final String EXPECTED_URL = "redis://host:6379 or rediss://host:6379/0, without a user";

        /** Lines that the run writes; others could let anybody in, or let the server outlive the run. */
        private static final List<String> OWN = List.of(
                "aclfile",
                "appendfsync",
                "appendonly",
                "bind",
                "daemonize",
                "dir",
                "include",
                "logfile",
                "port",
                "requirepass",
                "save",
                "supervised",
                "user");

        public Servers {
            broker = Objects.requireNonNullElse(broker, Broker.EMBEDDED);
            serverConfig = Values.copy(serverConfig);
            boolean isEmbedded = broker == Broker.EMBEDDED;
            Given.of("url", url)
                    .onlyIf(!isEmbedded, "absent with an embedded server; add broker: external to use it")
                    .neededIf(!isEmbedded, EXPECTED_URL);
            Values.absent("aof", aof, !isEmbedded, "an external server has a policy of its own");
            aof = Objects.requireNonNullElse(aof, Aof.NONE);
            if (!isEmbedded) {
                ServerAccess.checkUrl(url, Servers::isKnown, EXPECTED_URL);
                if (server != null || !serverConfig.isEmpty()) {
                    throw ConfigException.invalid(
                            "broker", "external", "embedded, where server or serverConfig is given");
                }
            }
            serverConfig.keySet().stream()
                    .filter(line -> OWN.contains(line.strip().split("\\s")[0].toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .ifPresent(line -> {
                        throw ConfigException.invalid(
                                "serverConfig." + line,
                                "a line that the run writes",
                                "other lines; for the log see aof");
                    });
        }

        private static boolean isKnown(URI uri) {
            boolean hasDatabase = uri.getPath() != null && uri.getPath().matches("(?:/\\d{0,9})?");
            return Set.of("redis", "rediss").contains(uri.getScheme()) && uri.getQuery() == null && hasDatabase;
        }

        boolean areExternal() {
            return broker == Broker.EXTERNAL;
        }

        /** The URL of an external server; empty for an embedded one. */
        Optional<String> external() {
            return areExternal() ? Optional.of(url) : Optional.empty();
        }
    }

    /**
     * The keys of a deployed service's entries.
     *
     * @param requestField null for the default
     * @param replyField null for the same as in requests
     */
    public record Fields(
            @Help("for a deployed service over streams: the field of a request that has the payload; m by default")
            String requestField,

            @Help(
                    "for a deployed service over streams: the field of a reply that has the payload; requestField by default")
            String replyField) {
        static final String DEFAULT = "m";

        String ofRequest() {
            return Objects.requireNonNullElse(requestField, DEFAULT);
        }

        String ofReply() {
            return Objects.requireNonNullElse(replyField, ofRequest());
        }

        private void checkStreams(boolean streams) {
            Values.absent("requestField", requestField, !streams, "it belongs to mode streams");
            Values.absent("replyField", replyField, !streams, "it belongs to mode streams");
        }

        void checkDeployed(boolean isDeployed) {
            Values.absent("requestField", requestField, !isDeployed, "it belongs to a deployed service");
            Values.absent("replyField", replyField, !isDeployed, "it belongs to a deployed service");
        }
    }

    /** The keys of consumers. */
    public record Reading(
            @Help("most messages that a consumer of streams asks for at once; 100 by default")
            Integer batch,

            @Help(
                    "time without an acknowledgement after which another consumer takes a stream's message over, 1s to 10m; 5s by default")
            Duration claimAfter,

            @Help("number of consumers per hop, each with its own thread; 1 by default")
            Integer consumers) {
        private static final int MAX_BATCH = 10_000;
        private static final int MAX_CONSUMERS = 64;
        private static final Duration DEFAULT_CLAIM = Duration.ofSeconds(5);
        private static final Duration LEAST_CLAIM = Duration.ofSeconds(1);
        private static final Duration MOST_CLAIM = Duration.ofMinutes(10);

        void checkStreams(boolean streams) {
            Values.absent("batch", batch, !streams, "it belongs to mode streams");
            Values.absent("claimAfter", claimAfter, !streams, "it belongs to mode streams");
        }

        Reading withDefaults() {
            Duration claim = Objects.requireNonNullElse(claimAfter, DEFAULT_CLAIM);
            if (claim.compareTo(LEAST_CLAIM) < 0 || claim.compareTo(MOST_CLAIM) > 0) {
                throw ConfigException.invalid("claimAfter", claim, "1s to 10m");
            }
            return new Reading(
                    Values.within("batch", batch, 100, MAX_BATCH),
                    claim,
                    Values.within("consumers", consumers, 1, MAX_CONSUMERS));
        }
    }

    public RedisConfig {
        mode = Objects.requireNonNullElse(mode, Mode.STREAMS);
        maxInFlight = Values.within("maxInFlight", maxInFlight, 1_000, MAX_WINDOW);
        fields.checkStreams(mode == Mode.STREAMS);
        reading.checkStreams(mode == Mode.STREAMS);
        reading = reading.withDefaults();
        if (mode == Mode.PUBSUB) {
            if (reading.consumers() > 1) {
                throw ConfigException.invalid(
                        "consumers", reading.consumers(), "1, since each subscriber of a channel gets every message");
            }
            Values.absent(
                    "aof", servers.aof() == Aof.NONE ? null : servers.aof(), true, "published messages are not stored");
        }
        access.check(servers.external(), "rediss");
    }

    boolean hasStreams() {
        return mode == Mode.STREAMS;
    }
}
