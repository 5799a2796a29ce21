package io.twohop.transport.nats;

import io.nats.client.Connection;

/** Closes connections for those who cannot be interrupted. */
final class Connections {
    private Connections() {}

    static void close(Connection connection) {
        try {
            connection.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
