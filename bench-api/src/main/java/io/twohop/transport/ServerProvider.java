package io.twohop.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A transport over servers: the run's own, shared by several runs, or external. The bench process calls these methods.
 */
public interface ServerProvider<C extends Record> extends TransportProvider<C> {
    /**
     * Starts the server that {@link #open} would start for one run, for several runs. It ends with this process.
     *
     * @param host the address at which clients reach it; {@link SharedServer#LOOPBACK} for this machine only
     * @param data a private, empty directory, deleted after the server's end
     * @param logs directory of the server's logs
     */
    SharedServer server(C config, String host, Path data, Path logs) throws IOException, InterruptedException;

    /** Whether {@link #open} would connect to external servers, which outlive the run. */
    boolean isExternal(C config);

    /** Returns the addresses of external servers, as the client takes them; empty if unknown. */
    default List<String> addresses(C config) {
        return List.of();
    }

    /** Returns what {@link #open} creates for a run. */
    Footprint footprint(C config, RunContext context);

    /**
     * Connects to external servers, to delete what runs left there.
     *
     * @throws TransportException if no connection can be made
     */
    Sweeper sweeper(C config) throws InterruptedException;
}
