package io.twohop.agents;

import java.nio.file.Path;

/**
 * Options for connecting to the control server.
 *
 * @param url such as {@code tls://control:4222}
 * @param credentials a user's credentials file; {@code null} for none
 * @param nkey a file with a user's seed; {@code null} for none
 * @param trustStore the authorities to trust; {@code null} for the JVM's own
 * @param trustStorePassword the trust store's password; {@code null} for none
 */
public record ControlOptions(String url, Path credentials, Path nkey, Path trustStore, String trustStorePassword) {
    /** Connects to a server without users. */
    public ControlOptions(String url) {
        this(url, null, null, null, null);
    }
}
