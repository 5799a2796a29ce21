package io.twohop.transport.nats.server;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.JetStreamApiException;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.twohop.transport.TransportException;
import io.twohop.transport.kit.ServerUser;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Asks one server that was just started whether it serves. */
final class ReadyCheck {
    private static final Duration ASK_LIMIT = Duration.ofSeconds(2);

    private ReadyCheck() {}

    /**
     * Returns why a server does not serve yet; empty once it does. The server's name is checked, since another server
     * may answer on its port.
     *
     * @param user the user that the server lets in
     * @param name the server's own
     * @param jetStream whether JetStream must answer too
     * @throws TransportException if another server answers, or this one lets in other users
     */
    static Optional<String> whyNot(String url, ServerUser user, String name, boolean jetStream)
            throws InterruptedException {
        Options options = Options.builder()
                .server(url)
                .userInfo(user.name(), user.password())
                .connectionTimeout(ASK_LIMIT)
                .noReconnect()
                // A slow node would otherwise send the client to its neighbours.
                .ignoreDiscoveredServers()
                .errorListener(new ErrorListener() {})
                .build();
        Connection connection = null;
        try {
            connection = Nats.connect(options);
            String met = connection.getServerInfo().getServerName();
            if (!name.equals(met)) {
                throw new TransportException(
                        "broker: embedded met another server (" + met + ") on its port; run it again");
            }
            if (jetStream) {
                connection.jetStreamManagement().getAccountStatistics();
            }
            return Optional.empty();
        } catch (AuthenticationException e) {
            throw new TransportException(
                    "serverConfig: asks for credentials (expected: none, since an embedded server lets in one user, made for"
                            + " the run or given by client: username and password); leave them out, or use broker: external",
                    e);
        } catch (IOException | JetStreamApiException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        } finally {
            if (connection != null) {
                connection.close();
            }
        }
    }
}
