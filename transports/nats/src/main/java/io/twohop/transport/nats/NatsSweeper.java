package io.twohop.transport.nats;

import io.nats.client.Connection;
import io.nats.client.JetStreamApiException;
import io.nats.client.api.ServerInfo;
import io.twohop.transport.Creation;
import io.twohop.transport.Sweeper;
import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Deletes streams and their consumers. */
final class NatsSweeper implements Sweeper {
    private static final String STREAM = "stream";

    /** The server's code for an unknown stream. */
    private static final int NOT_FOUND = 10_059;

    private final Connection connection;

    NatsSweeper(Connection connection) {
        this.connection = connection;
    }

    /** Returns the cluster's name, else the server's, else its address. */
    @Override
    public String place() {
        ServerInfo server = connection.getServerInfo();
        return Optional.ofNullable(server.getCluster())
                .or(() ->
                        Optional.ofNullable(server.getServerName()).filter(name -> !name.equals(server.getServerId())))
                .orElseGet(() -> URI.create(connection.getConnectedUrl()).getHost() + ":" + server.getPort());
    }

    Creation stream(String name) {
        return new Creation(place(), STREAM, name);
    }

    @Override
    public Map<Creation, String> delete(Collection<Creation> creations) {
        Map<Creation, String> failed = new LinkedHashMap<>();
        for (Creation creation : creations) {
            try {
                connection.jetStreamManagement().deleteStream(creation.name());
            } catch (JetStreamApiException e) {
                if (e.getApiErrorCode() != NOT_FOUND) {
                    failed.put(creation, e.getErrorDescription());
                }
            } catch (IOException e) {
                failed.put(creation, e.getMessage());
            }
        }
        return failed;
    }

    @Override
    public void close() {
        Connections.close(connection);
    }
}
