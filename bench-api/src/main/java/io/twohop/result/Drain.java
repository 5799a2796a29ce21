package io.twohop.result;

import io.twohop.result.Faults.Backlog;
import io.twohop.result.Faults.Outcome;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * The worst drain among several backlogs: each figure is that of the backlog that did worst in it. Times count from when consumers started
 * again.
 *
 * @param messages number of messages in the largest backlog
 * @param arrivedPerSecond the lowest rate of arrivals, messages that became due meanwhile included
 * @param drainNanos the longest time to drain; {@code null} if a backlog did not drain
 * @param steadyNanos the longest time until latency was as before; {@code null} if it was not, or is not known
 */
public record Drain(long messages, double arrivedPerSecond, Long drainNanos, Long steadyNanos) {
    /** Returns the worst drain; empty if no backlog was built. */
    public static Optional<Drain> worst(Collection<Faults> faults) {
        // Without a backlog, the rate of arrivals is the one that was due.
        List<Backlog> backlogs = faults.stream()
                .flatMap(each -> each.outcomes().stream())
                .map(Outcome::backlog)
                .filter(Objects::nonNull)
                .filter(backlog -> backlog.drainNanos() != null || backlog.remained())
                .toList();
        if (backlogs.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Drain(
                backlogs.stream().mapToLong(Backlog::messages).max().orElseThrow(),
                backlogs.stream().mapToDouble(Backlog::drainedPerSecond).min().orElseThrow(),
                longest(backlogs, Backlog::drainNanos),
                longest(backlogs, Backlog::steadyNanos)));
    }

    /** Returns {@code null} if any backlog lacks the time: it took longer than the run. */
    private static Long longest(List<Backlog> backlogs, Function<Backlog, Long> time) {
        List<Long> times = backlogs.stream().map(time).toList();
        return times.contains(null) ? null : Collections.max(times);
    }
}
