package io.twohop.result;

import io.twohop.account.Accounting;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The figures of one of several subscribers, each of which should get every message of the last hop.
 *
 * @param number from 1
 * @param rates offered and achieved
 * @param accounting its account of every message; null if no fork completed
 * @param endToEnd latencies of its own arrivals
 * @param trust in these latencies; null without a recording
 */
public record Subscriber(int number, Rates rates, Accounting accounting, LatencySummary endToEnd, Trust trust) {
    private static final double SLOWEST_BY = 99;

    private static final Comparator<Subscriber> BY_LATENCY = Comparator.<Subscriber>comparingLong(
                    subscriber -> subscriber.endToEnd.histogram().getValueAtPercentile(SLOWEST_BY))
            .thenComparing(subscriber -> subscriber.endToEnd.maxNanos());

    /** Returns the subscriber with the highest p99, or of equal ones with the largest latency; empty if there is only one. */
    public static Optional<Subscriber> slowest(List<Subscriber> subscribers) {
        return subscribers.stream().max(BY_LATENCY);
    }

    /** Returns the subscriber with the lowest p99, of those with arrivals. */
    public static Optional<Subscriber> fastest(List<Subscriber> subscribers) {
        return subscribers.stream()
                .filter(subscriber -> subscriber.endToEnd.count() > 0)
                .min(BY_LATENCY);
    }

    /** Returns the names of its figures that the machine may have decided, as far as that is known. */
    public List<String> untrusted() {
        return Optional.ofNullable(trust)
                .map(known -> known.untrusted(Probe.END_TO_END))
                .orElse(List.of());
    }

    /** Returns each subscriber over all forks together; empty if there is only one. */
    public static List<Subscriber> merged(List<Fork> forks) {
        List<Subscriber> merged = new ArrayList<>();
        int most =
                forks.stream().mapToInt(fork -> fork.subscribers().size()).max().orElse(0);
        for (int i = 0; i < most; i++) {
            int place = i;
            merged.add(merge(forks.stream()
                    .filter(fork -> fork.subscribers().size() > place)
                    .map(fork -> fork.subscribers().get(place))
                    .toList()));
        }
        return merged;
    }

    private static Subscriber merge(List<Subscriber> one) {
        Subscriber first = one.get(0);
        Map<Probe, LatencySummary> latencies = LatencySummary.merged(one.stream()
                .map(each -> Map.of(Probe.END_TO_END, each.endToEnd))
                .toList());
        return new Subscriber(
                first.number,
                Rates.mean(
                        first.rates.offeredPerSecond(),
                        one.stream().map(Subscriber::rates).toList()),
                one.stream()
                        .map(Subscriber::accounting)
                        .filter(Objects::nonNull)
                        .reduce(Accounting::plus)
                        .orElse(null),
                latencies.get(Probe.END_TO_END),
                Trust.merged(
                                one.stream()
                                        .map(each -> Optional.ofNullable(each.trust))
                                        .toList(),
                                latencies)
                        .orElse(null));
    }

    /** Returns this subscriber with the trust in its latencies. */
    Subscriber trusted(Trust its) {
        return new Subscriber(number, rates, accounting, endToEnd, its);
    }
}
