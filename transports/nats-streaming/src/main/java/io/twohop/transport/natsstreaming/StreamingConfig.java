package io.twohop.transport.natsstreaming;

import io.twohop.config.Help;
import io.twohop.config.Values;
import java.util.Objects;

/**
 * The keys of a NATS Streaming transport file.
 */
public record StreamingConfig(
        @Help("path of the nats-streaming-server binary; found, or built from its Go module, by default")
        String server,

        @Help("storage of the server's messages; memory by default")
        Store store,

        @Help("whether the file store is synced at every flush; true by default, as in the server")
        Boolean sync,

        @Help("number of unacknowledged messages at which a publisher pushes back; 1000 by default")
        Integer maxInFlight,

        @Help("number of unacknowledged messages that the server sends to a consumer; 1024 by default")
        Integer maxUnacknowledged) {
    private static final int MAX_WINDOW = 1 << 16;

    /** The storage of messages. */
    public enum Store {
        /** In the server's memory. */
        MEMORY,
        /** In files. */
        FILE
    }

    public StreamingConfig {
        store = Objects.requireNonNullElse(store, Store.MEMORY);
        Values.absent("sync", sync, store == Store.MEMORY, "it belongs to store: file");
        sync = Objects.requireNonNullElse(sync, true);
        maxInFlight = Values.within("maxInFlight", maxInFlight, 1_000, MAX_WINDOW);
        maxUnacknowledged = Values.within("maxUnacknowledged", maxUnacknowledged, 1_024, MAX_WINDOW);
    }

    /** Returns the durability of an acknowledged message. */
    String durability() {
        if (store == Store.MEMORY) {
            return "memory of one server: lost with the process";
        }
        return sync
                ? "disk of one server, synced before it is acknowledged, several messages at once"
                : "page cache of one server";
    }
}
