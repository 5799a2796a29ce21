package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.twohop.account.ThreadLayout;
import io.twohop.workload.Probe;
import java.util.List;
import java.util.Map;

/**
 * The cost of the harness and the codec by themselves on this machine: the same workload, shorter, over a transport without a
 * broker: {@code tcp} if consumers block until the kernel wakes them, {@code loopback} otherwise. A run near its floor owes little to its transport. The floor is a run of its own after a shorter warm-up, so a fast transport's
 * median may even lie a little below it.
 *
 * @param transport {@code tcp} or {@code loopback}; null in results before there was a choice, which is {@code loopback}
 * @param rates offered and achieved
 * @param probes latencies by probe
 * @param layout the agents' threads, as in the run
 * @param trust in the latencies; null without a recording
 */
public record Floor(
        String transport, Rates rates, Map<Probe, LatencySummary> probes, ThreadLayout layout, Trust trust) {
    /** Name of the transport for consumers that block. */
    public static final String TCP = "tcp";

    /** Name of the transport for consumers that poll. */
    public static final String LOOPBACK = "loopback";

    /** Returns the floor that a measurement over that transport found. */
    public static Floor of(String transport, Fork fork) {
        return new Floor(
                transport,
                fork.rates(),
                fork.probes(),
                fork.layout(),
                fork.figures().trust());
    }

    /**
     * Returns whether no run can be faster. That is unknown if nothing arrived, and wrong if consumers parked, as they did in older
     * results: a transport that wakes its consumers has no such wait.
     */
    @JsonProperty("lowerBound")
    public boolean isLowerBound() {
        return endToEnd().count() > 0 && (layout == null || !layout.parksConsumers());
    }

    /** Returns whether messages went through sockets, rather than memory. */
    @JsonIgnore
    public boolean isOverSockets() {
        return TCP.equals(transport);
    }

    /** Returns the names of its figures that the machine may have decided. */
    public List<String> untrusted() {
        return trust == null ? List.of() : trust.untrusted(Probe.END_TO_END);
    }

    /** Returns the latency from the intended time to the sink; {@link LatencySummary#NONE} if nothing arrived. */
    public LatencySummary endToEnd() {
        return probes.getOrDefault(Probe.END_TO_END, LatencySummary.NONE);
    }
}
