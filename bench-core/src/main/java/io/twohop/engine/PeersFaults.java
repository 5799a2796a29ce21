package io.twohop.engine;

import io.twohop.fault.FaultSource;
import io.twohop.fault.Injection;
import java.util.List;

/** Faults that are done to other processes of a run that is spread over machines, and heard of here. */
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

    /** Whoever does them ends the run, too, where one cannot be done. */
    @Override
    public String failure() {
        return null;
    }

    @Override
    public void close() {}
}
