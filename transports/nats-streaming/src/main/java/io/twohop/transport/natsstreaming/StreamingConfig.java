package io.twohop.transport.natsstreaming;

import io.twohop.config.ConfigException;
import io.twohop.config.Help;

/**
 * The keys of a NATS Streaming transport file.
 */
public record StreamingConfig(
        @Help("the nats-streaming-server binary; looked for, else built from its Go module")
        String server,

        @Help("where the server keeps messages; memory by default")
        Store store,

        @Help("whether the file store is synced whenever it is flushed, as the server does by itself; true by default")
        Boolean sync,

        @Help("messages of a publisher that wait for an acknowledgement before it pushes back; 1000 by default")
        Integer maxInFlight,

        @Help("messages that the server sends to a consumer before it waits for its acknowledgements; 1024 by default")
        Integer maxUnacknowledged) {
    private static final int MAX_WINDOW = 1 << 16;

    /** Where messages are kept. */
    public enum Store {
        /** In the server's memory. */
        MEMORY,
        /** In files. */
        FILE
    }

    public StreamingConfig {
        store = store == null ? Store.MEMORY : store;
        if (store == Store.MEMORY && sync != null) {
            throw ConfigException.invalid("sync", sync, "absent, since it belongs to store: file");
        }
        sync = sync == null || sync;
        maxInFlight = window("maxInFlight", maxInFlight, 1_000);
        maxUnacknowledged = window("maxUnacknowledged", maxUnacknowledged, 1_024);
    }

    private static int window(String name, Integer value, int otherwise) {
        int given = value == null ? otherwise : value;
        if (given < 1 || given > MAX_WINDOW) {
            throw ConfigException.invalid(name, given, "a whole number from 1 to " + MAX_WINDOW);
        }
        return given;
    }

    /** What the server promises of a message that it has acknowledged. */
    String durability() {
        if (store == Store.MEMORY) {
            return "memory of one server: lost with the process";
        }
        return sync
                ? "disk of one server, synced before it is acknowledged, several messages at once"
                : "page cache of one server";
    }
}
