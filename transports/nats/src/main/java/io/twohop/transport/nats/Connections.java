package io.twohop.transport.nats;

import io.nats.client.Connection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Closes the connections of a run, all at once: over TLS the client waits a second for a reader that hears nothing, each time.
 */
final class Connections {
    private final List<Thread> closing = new CopyOnWriteArrayList<>();

    /** Begins to close one. */
    void begin(Connection connection) {
        Thread closer = new Thread(() -> close(connection), "nats-closer");
        closer.setDaemon(true);
        closer.start();
        closing.add(closer);
    }

    /** Waits until those are closed that it has begun to close. */
    void await() {
        try {
            for (Thread closer : closing) {
                closer.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Closes one for somebody who cannot be interrupted. */
    static void close(Connection connection) {
        try {
            connection.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
