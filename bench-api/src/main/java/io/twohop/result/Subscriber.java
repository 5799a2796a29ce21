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
 * What one of several subscribers received, each of which was to get every message of the last hop.
 *
 * @param number from 1
 * @param rates offered and achieved
 * @param accounting the account of every message, as it has it; null where no fork was complete
 * @param endToEnd latencies of its own arrivals
 * @param trust how far these are not the machine's doing; null where that was not recorded
 */
public record Subscriber(int number, Rates rates, Accounting accounting, LatencySummary endToEnd, Trust trust) {
    private static final double SLOWEST_BY = 99;

    private static final Comparator<Subscriber> BY_LATENCY = Comparator.<Subscriber>comparingLong(
                    subscriber -> subscriber.endToEnd.histogram().getValueAtPercentile(SLOWEST_BY))
            .thenComparing(subscriber -> subscriber.endToEnd.maxNanos());

    /** The one with the highest p99; of equal ones, with the largest latency. Empty where there is but one. */
    public static Optional<Subscriber> slowest(List<Subscriber> subscribers) {
        return subscribers.stream().max(BY_LATENCY);
    }

    /** The one with the lowest p99, of those that received something. */
    public static Optional<Subscriber> fastest(List<Subscriber> subscribers) {
        return subscribers.stream()
                .filter(subscriber -> subscriber.endToEnd.count() > 0)
                .min(BY_LATENCY);
    }

    /** Each of several forks together; none where there is but one. */
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
                one.stream().anyMatch(each -> each.trust == null)
                        ? null
                        : Trust.of(
                                Delays.of(one.stream()
                                        .map(each -> each.trust.delays())
                                        .toList()),
                                latencies));
    }

    /** This one with how far its latencies can be trusted. */
    Subscriber trusted(Trust its) {
        return new Subscriber(number, rates, accounting, endToEnd, its);
    }
}
