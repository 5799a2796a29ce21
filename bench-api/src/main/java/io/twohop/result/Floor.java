package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.twohop.account.ThreadLayout;
import io.twohop.workload.Idle;
import io.twohop.workload.Probe;
import java.util.List;
import java.util.Map;

/**
 * What the harness and the codec cost by themselves on this machine: the same workload, shorter, over the loopback
 * transport. A run that comes near it owes little to its transport. It is a run of its own after a shorter warm-up, so
 * that a fast transport's median may even lie a little below it.
 *
 * @param rates offered and achieved
 * @param probes latencies by probe
 * @param layout the agents' threads: those of the run
 * @param trust how far the machine leaves the latencies alone; null where nothing was recorded
 */
public record Floor(Rates rates, Map<Probe, LatencySummary> probes, ThreadLayout layout, Trust trust) {
    /** The floor that a measurement over loopback found. */
    public static Floor of(Fork fork) {
        return new Floor(fork.rates(), fork.probes(), fork.layout(), fork.trust());
    }

    /**
     * Returns whether a run cannot be faster: not where nothing arrived, nor where parked consumers look for messages only
     * every so often, which no transport that wakes its consumers has to wait for.
     */
    @JsonProperty("lowerBound")
    public boolean isLowerBound() {
        return endToEnd() != null && endToEnd().count() > 0 && !isParked();
    }

    /** Returns whether consumers slept between two looks for messages. */
    @JsonIgnore
    public boolean isParked() {
        return layout != null && layout.idle() == Idle.PARK;
    }

    /** Those of its figures that the machine may have decided. */
    public List<String> untrusted() {
        return trust == null ? List.of() : trust.untrusted(Probe.END_TO_END);
    }

    /** Latency from intended time to the sink. */
    public LatencySummary endToEnd() {
        return probes.get(Probe.END_TO_END);
    }
}
