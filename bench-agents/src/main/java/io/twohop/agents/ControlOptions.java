package io.twohop.agents;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Options for connecting to the control server.
 *
 * @param url such as {@code tls://control:4222}
 * @param credentials a user's credentials file
 * @param nkey a file with a user's seed, unless there are credentials
 * @param trustStore the authorities to trust; empty for the JVM's own
 * @param trustStorePassword the trust store's password
 * @param serverName the only server to connect to, once; empty to connect, and connect again, to any
 */
public record ControlOptions(
        String url,
        Optional<Path> credentials,
        Optional<Path> nkey,
        Optional<Path> trustStore,
        Optional<String> trustStorePassword,
        Optional<String> serverName) {
    /** Connects to a server without users. */
    public ControlOptions(String url) {
        this(url, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns these options for the owner of a seed. */
    ControlOptions with(Path seed) {
        return new ControlOptions(url, Optional.empty(), Optional.of(seed), trustStore, trustStorePassword, serverName);
    }

    /** Returns these options for one server only. */
    public ControlOptions only(Optional<String> server) {
        return new ControlOptions(url, credentials, nkey, trustStore, trustStorePassword, server);
    }
}
