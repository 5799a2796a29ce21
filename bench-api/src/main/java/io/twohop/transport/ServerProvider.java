package io.twohop.transport;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A transport over servers: the run's own, shared by several runs, or somebody else's. Asked in the bench process. */
public interface ServerProvider extends TransportProvider {
    /**
     * Starts the server that {@link #open} would start for a run, for others to use. It dies with this process.
     *
     * @param config an instance of {@link #configType()}
     * @param host the address that clients reach it by; {@link SharedServer#LOOPBACK} for those of this machine
     * @param data a private, empty directory, deleted after the server's end
     * @param logs where its logs belong
     */
    SharedServer server(Record config, String host, Path data, Path logs) throws IOException, InterruptedException;

    /**
     * Whether what {@link #open} would connect to is somebody else's, and goes on after the run.
     *
     * @param config an instance of {@link #configType()}
     */
    boolean isExternal(Record config);

    /**
     * The servers of somebody else's that {@link #open} would connect to, as the client takes them; none where that is not known.
     *
     * @param config an instance of {@link #configType()}
     */
    default List<String> addresses(Record config) {
        return List.of();
    }

    /**
     * What {@link #open} makes for a run.
     *
     * @param config an instance of {@link #configType()}
     */
    Footprint footprint(Record config, RunContext context);

    /**
     * Connects to servers that are somebody else's, to delete what runs have left there.
     *
     * @param config an instance of {@link #configType()} that {@link #isExternal}
     * @throws TransportException when there is no connection
     */
    Sweeper sweeper(Record config) throws InterruptedException;
}
