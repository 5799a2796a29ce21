package io.twohop.judge;

import io.twohop.account.Accounting;
import io.twohop.account.Ledger;
import io.twohop.account.ThreadLayout;
import io.twohop.result.Costs;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.workload.Probe;
import java.util.Optional;

/** Parts of a fork that are unknown if it broke off, was not recorded, or ran where the system does not count them. */
final class Known {
    private Known() {}

    /** Returns the ledger of the measured window. */
    static Optional<Ledger> window(Fork fork) {
        return fork.accounting().map(Accounting::window);
    }

    /** Returns the latency at a probe, if it has samples. */
    static Optional<LatencySummary> latency(Fork fork, Probe probe) {
        return Optional.of(fork.latency(probe)).filter(latency -> latency.count() > 0);
    }

    /** Returns the median latency at a probe in nanoseconds. */
    static Optional<Long> medianNanos(Fork fork, Probe probe) {
        return latency(fork, probe).map(latency -> latency.percentile(50).toNanos());
    }

    static Optional<ThreadLayout> layout(Fork fork) {
        return Optional.ofNullable(fork.layout());
    }

    /** Returns the costs if everything else on the machine took so many cores that it counts as busy. */
    static Optional<Costs> busyElsewhere(Fork fork) {
        return fork.costs().filter(costs -> costs.elsewhereCores() > Costs.BUSY_ELSEWHERE);
    }
}
