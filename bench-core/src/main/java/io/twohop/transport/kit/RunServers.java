package io.twohop.transport.kit;

import io.twohop.finding.Finding;
import io.twohop.transport.RunContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The servers of one run: its own, which end with it, or servers that run already.
 *
 * @param address in the form that the transport's client takes
 * @param nodes the run's own; none of servers that run already
 */
public record RunServers(String address, List<ServerProcess> nodes) implements AutoCloseable {
    /**
     * Returns servers that run already: those started for several runs, or external ones; empty for a run that starts its own.
     *
     * @param external the address of external servers
     */
    public static Optional<RunServers> running(RunContext context, Optional<String> external) {
        return Optional.ofNullable(context.server()).or(() -> external).map(url -> new RunServers(url, List.of()));
    }

    public boolean areOwn() {
        return !nodes.isEmpty();
    }

    /** Returns the address at which another process of the run reaches these servers; null if it knows external ones by itself. */
    public String addressFor(RunContext context) {
        return areOwn() ? address : context.server();
    }

    /** Returns incidents of the run's own servers; the list is the caller's. */
    public List<Finding> incidents() {
        return new ArrayList<>(ServerProcess.incidents(nodes));
    }

    /** Ends the run's own servers. */
    @Override
    public void close() {
        nodes.forEach(ServerProcess::close);
    }
}
