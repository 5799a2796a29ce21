package io.twohop.transport.nats.server;

import io.nats.client.support.NatsUri;
import io.twohop.config.ConfigException;
import io.twohop.config.Given;
import io.twohop.config.Help;
import io.twohop.config.Values;
import io.twohop.transport.kit.Broker;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The keys of a NATS transport file that describe servers.
 *
 * @param url null with embedded servers
 * @param server path of the nats-server binary; null to find or fetch one
 * @param sync null for the server's default
 */
public record NatsServers(
        @Help("whether the run starts servers or uses running ones; embedded by default")
        Broker broker,

        @Help("URLs of the external servers, separated by commas")
        String url,

        @Help("number of embedded servers: 1, 3 or 5; 1 by default")
        Integer nodes,

        @Help("path of the nats-server binary; found or downloaded by default")
        String server,

        @Help("further lines of the embedded servers' configuration")
        Map<String, String> serverConfig,

        @Help("sync of JetStream's files by embedded servers: always or an interval; the server's 2 minutes by default")
        String sync) {
    private static final int MAX_PORT = 65_535;
    private static final String EXPECTED_URL = "nats://host:4222 of the external server";
    private static final String SYNC_ALWAYS = "always";

    public NatsServers {
        broker = Objects.requireNonNullElse(broker, Broker.EMBEDDED);
        nodes = oddCount("nodes", nodes);
        serverConfig = Values.copy(serverConfig);
        boolean isEmbedded = broker == Broker.EMBEDDED;
        Given<String> interval = Given.of("sync", sync);
        Given.of("url", url)
                .onlyIf(!isEmbedded, "absent with an embedded server; add broker: external to use it")
                .neededIf(!isEmbedded, EXPECTED_URL);
        if (!isEmbedded) {
            checkUrls(url);
            boolean hasServer = Given.of("server", server).isPresent();
            if (nodes != 1 || hasServer || !serverConfig.isEmpty() || interval.isPresent()) {
                throw ConfigException.invalid(
                        "broker", "external", "embedded, where nodes, server, serverConfig or sync is given");
            }
        }
        interval.onlyIf(
                text -> text.equals(SYNC_ALWAYS) || text.matches("\\d{1,6}(ms|s|m|h)"),
                "always, or an interval such as 10s");
    }

    /** Embedded servers with every default. */
    public static NatsServers embedded(int nodes) {
        return new NatsServers(Broker.EMBEDDED, null, nodes, null, Map.of(), null);
    }

    private static void checkUrls(String urls) {
        if (urls.isBlank()) {
            throw ConfigException.invalid("url", urls, EXPECTED_URL);
        }
        for (String url : urls.split(",")) {
            try {
                if (new NatsUri(url.strip()).getPort() > MAX_PORT) {
                    throw ConfigException.invalid("url", url.strip(), EXPECTED_URL);
                }
            } catch (URISyntaxException e) {
                throw ConfigException.invalid("url", url.strip(), EXPECTED_URL + "; " + e.getReason());
            }
        }
    }

    /** Checks a number of servers that can have a majority. */
    public static int oddCount(String key, Integer value) {
        int given = Objects.requireNonNullElse(value, 1);
        if (given != 1 && given != 3 && given != 5) {
            throw ConfigException.invalid(key, given, "1, 3 or 5");
        }
        return given;
    }

    public boolean areExternal() {
        return broker == Broker.EXTERNAL;
    }

    /** URLs of external servers, separated by commas; empty for embedded ones. */
    public Optional<String> external() {
        return areExternal() ? Optional.of(url) : Optional.empty();
    }

    public boolean syncsAlways() {
        return SYNC_ALWAYS.equals(sync);
    }
}
