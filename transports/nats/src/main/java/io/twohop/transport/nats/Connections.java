package io.twohop.transport.nats;

import io.nats.client.Connection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Closes a run's connections in parallel: over TLS, each close takes the client a second. */
final class Connections {
    private final List<Thread> closing = new CopyOnWriteArrayList<>();

    /** Starts to close a connection. */
    void begin(Connection connection) {
        Thread closer = new Thread(() -> close(connection), "nats-closer");
        closer.setDaemon(true);
        closer.start();
        closing.add(closer);
    }

    /** Waits until every close is done. */
    void await() {
        try {
            for (Thread closer : closing) {
                closer.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes a connection, and keeps an interrupt for later. */
    static void close(Connection connection) {
        try {
            connection.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
