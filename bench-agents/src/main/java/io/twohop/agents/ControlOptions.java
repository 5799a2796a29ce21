package io.twohop.agents;

import java.nio.file.Path;

/**
 * How the control server is reached.
 *
 * @param url such as {@code tls://control:4222}
 * @param credentials a user's credentials file; null for none
 * @param nkey a file with a user's seed; null for none
 * @param trustStore whom to trust instead of the JVM's own authorities; null for those
 * @param trustStorePassword of that; null for none
 */
public record ControlOptions(String url, Path credentials, Path nkey, Path trustStore, String trustStorePassword) {
    /** A server without users. */
    public ControlOptions(String url) {
        this(url, null, null, null, null);
    }
}
