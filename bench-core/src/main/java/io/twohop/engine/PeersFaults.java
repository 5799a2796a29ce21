package io.twohop.engine;

import io.twohop.fault.FaultSource;
import io.twohop.fault.Injection;
import java.util.List;

/** Faults that an agent does to other processes of a run, and reports to this one. */
final class PeersFaults implements FaultSource {
    private final Peers peers;
    private volatile long measureStartNanos;

    PeersFaults(Peers peers) {
        this.peers = peers;
    }

    @Override
    public void start(long nanos) {
        measureStartNanos = nanos;
    }

    @Override
    public List<Injection> done() {
        return peers.faults().stream()
                .map(injection -> injection.shifted(measureStartNanos))
                .toList();
    }

    /** Returns null: the agent that does the faults ends the run if one cannot be done. */
    @Override
    public String failure() {
        return null;
    }

    @Override
    public void close() {}
}
