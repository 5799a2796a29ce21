package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.twohop.account.Accounting;
import io.twohop.account.Throughput;
import io.twohop.workload.Probe;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Something with figures: a fork, or a result. Each method returns the figure of its name. */
public interface Measured {
    /** Returns all figures. */
    Figures figures();

    default Rates rates() {
        return figures().rates();
    }

    /** Returns the throughput of a closed loop; empty in an open loop. */
    default Optional<Throughput> throughput() {
        return Optional.ofNullable(figures().throughput());
    }

    /** Returns the account of every message; empty unless a fork completed. */
    default Optional<Accounting> accounting() {
        return Optional.ofNullable(figures().accounting());
    }

    default Map<Probe, LatencySummary> probes() {
        return figures().probes();
    }

    default List<Subscriber> subscribers() {
        return figures().subscribers();
    }

    /** Returns the trust in the latencies; empty without a recording of each fork. */
    default Optional<Trust> trust() {
        return Optional.ofNullable(figures().trust());
    }

    /** Returns the trust if it ends before the largest latency end to end; empty if all is trusted, or nothing is known. */
    default Optional<Trust> limitedTrust() {
        return trust().filter(trust -> !trust.isWhole());
    }

    /** Returns names of a probe's figures that the machine may have decided, as far as that is known. */
    default List<String> untrusted(Probe probe) {
        return trust().map(trust -> trust.untrusted(probe)).orElse(List.of());
    }

    /** Returns whether the loop was closed, without an offered rate. */
    @JsonIgnore
    default boolean isClosedLoop() {
        return throughput().isPresent();
    }

    /** Returns the latency at a probe; {@link LatencySummary#NONE} if it was not measured. */
    default LatencySummary latency(Probe probe) {
        return probes().getOrDefault(probe, LatencySummary.NONE);
    }

    /** Returns the latency from the intended time to the sink; {@link LatencySummary#NONE} if it was not measured. */
    default LatencySummary endToEnd() {
        return latency(Probe.END_TO_END);
    }
}
