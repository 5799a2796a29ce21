package io.twohop.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A transport over servers: the run's own, shared by several runs, or somebody else's. Asked in the bench process. */
public interface ServerProvider<C extends Record> extends TransportProvider<C> {
    /**
     * Starts the server that {@link #open} would start for a run, for others to use. It dies with this process.
     *
     * @param host the address that clients reach it by; {@link SharedServer#LOOPBACK} for those of this machine
     * @param data a private, empty directory, deleted after the server's end
     * @param logs where its logs belong
     */
    SharedServer server(C config, String host, Path data, Path logs) throws IOException, InterruptedException;

    /**
     * Whether what {@link #open} would connect to is somebody else's, and goes on after the run.
     */
    boolean isExternal(C config);

    /**
     * The servers of somebody else's that {@link #open} would connect to, as the client takes them; none where that is not known.
     */
    default List<String> addresses(C config) {
        return List.of();
    }

    /**
     * What {@link #open} makes for a run.
     */
    Footprint footprint(C config, RunContext context);

    /**
     * Connects to servers that are somebody else's, to delete what runs have left there.
     *
     * @param config of servers that are {@link #isExternal external}
     * @throws TransportException when there is no connection
     */
    Sweeper sweeper(C config) throws InterruptedException;
}
