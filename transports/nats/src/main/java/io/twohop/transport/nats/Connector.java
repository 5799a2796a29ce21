package io.twohop.transport.nats;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.twohop.config.Secrets;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.ServerUser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Opens connections with the transport file's options. */
final class Connector {
    private static final int ATTEMPTS = 3;

    private final NatsConfig config;
    private final String url;
    private final Optional<ServerUser> user;
    private final NatsIncidents incidents;

    /** @param address URLs, which may carry the user of the run's own servers */
    Connector(NatsConfig config, String address, NatsIncidents incidents) {
        this.config = config;
        this.url = ServerUser.without(address);
        this.user = ServerUser.of(address);
        this.incidents = incidents;
    }

    Connection connect(String name) throws InterruptedException {
        try {
            Options.Builder options = new Options.Builder(
                            NatsOptions.properties(config.access().client()))
                    .server(url)
                    .connectionName(name)
                    // A publisher pushes back by this queue's length, long before the client would drop or block.
                    .maxMessagesInOutgoingQueue(0)
                    .errorListener(incidents)
                    .connectionListener(incidents);
            Optional<Path> nkey = config.access().nkey();
            if (user.isPresent()) {
                // The client does not take both; a token of the file is for external servers.
                options.tokenSupplier(null)
                        .userInfo(user.get().name(), user.get().password());
            } else if (nkey.isPresent()) {
                options.authHandler(NkeyFile.handler(nkey.get()));
            }
            return connect(options.build());
        } catch (AuthenticationException e) {
            throw new TransportException(
                    "NATS at " + safeUrl() + " does not let this user in: " + e.getMessage()
                            + "; check client: username, password, token, credential.path, or nkeyFile",
                    e);
        } catch (IOException | IllegalArgumentException | IllegalStateException e) {
            Optional<Exception> untrusted = incidents.untrusted();
            if (untrusted.isPresent()) {
                throw new TransportException(
                        "NATS at " + safeUrl() + ": " + untrusted.get().getMessage()
                                + "; check client: trustStore, and that the server's certificate is for this host",
                        e);
            }
            throw new TransportException(
                    "NATS at " + safeUrl() + ": " + e.getMessage()
                            + "; check url, client: trustStore and secure, and that the server listens there",
                    e);
        }
    }

    /** Connects, and retries after a timeout: on a busy machine, a new JVM may need longer for TLS. */
    private static Connection connect(Options options) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            long start = System.nanoTime();
            try {
                return Nats.connect(options);
            } catch (AuthenticationException e) {
                throw e;
            } catch (IOException e) {
                boolean timedOut = System.nanoTime() - start
                        >= options.getConnectionTimeout().toNanos();
                if (!timedOut || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private String safeUrl() {
        return Secrets.redact(url);
    }
}
