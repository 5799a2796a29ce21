package io.twohop.launch;

import io.twohop.finding.Finding;
import io.twohop.result.Fork;
import io.twohop.result.Search;
import io.twohop.transport.ProcessTarget;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A measurement over servers of this process, with an incident for each that was stopped meanwhile. */
final class WatchedAttempt implements Attempt {
    private final Attempt attempt;
    private final Collection<? extends ProcessTarget> servers;

    WatchedAttempt(Attempt attempt, Collection<? extends ProcessTarget> servers) {
        this.attempt = attempt;
        this.servers = servers;
    }

    @Override
    public Fork run() throws IOException, InterruptedException {
        Map<ProcessTarget, Long> before = new LinkedHashMap<>();
        servers.forEach(server -> before.put(server, server.stoppedNanos()));
        Fork fork = attempt.run();
        List<Finding> stops = new ArrayList<>();
        before.forEach(
                (server, earlierNanos) -> server.unaskedStop(earlierNanos).ifPresent(stops::add));
        return fork.disturbed(stops);
    }

    @Override
    public void abort() {
        attempt.abort();
    }

    @Override
    public boolean ranOutOfMemory() {
        return attempt.ranOutOfMemory();
    }

    @Override
    public Optional<Search> search() {
        return attempt.search();
    }
}
