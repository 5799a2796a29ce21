package io.twohop.result;

import io.twohop.account.Accounting;
import io.twohop.account.Throughput;
import io.twohop.workload.Probe;
import java.util.List;
import java.util.Map;

/**
 * The figures of one fork, or of all forks of a result together.
 *
 * @param rates offered and achieved; of several forks, their mean
 * @param throughput of a closed loop, {@code null} in an open loop; of several forks, their messages over their time
 * @param accounting the account of every message; {@code null} unless a fork completed
 * @param probes latencies by probe
 * @param subscribers figures of each subscriber; empty if there is only one. Of several, {@code probes} has the latencies end
 *     to end of the slowest, {@code accounting} and {@code rates} are those of the one that misses most
 * @param trust the extent to which the latencies are free of machine effects; {@code null} without a recording of each fork
 */
public record Figures(
        Rates rates,
        Throughput throughput,
        Accounting accounting,
        Map<Probe, LatencySummary> probes,
        List<Subscriber> subscribers,
        Trust trust) {
    /**
     * Returns the figures of several forks together.
     *
     * @param ratePerSecond the offered rate
     */
    public static Figures of(List<Fork> forks, double ratePerSecond) {
        Map<Probe, LatencySummary> probes =
                LatencySummary.merged(forks.stream().map(Fork::probes).toList());
        return new Figures(
                Rates.mean(ratePerSecond, forks.stream().map(Fork::rates).toList()),
                forks.stream()
                        .flatMap(fork -> fork.throughput().stream())
                        .reduce(Throughput::plus)
                        .orElse(null),
                forks.stream()
                        .flatMap(fork -> fork.accounting().stream())
                        .reduce(Accounting::plus)
                        .orElse(null),
                probes,
                Subscriber.merged(forks),
                Trust.merged(forks.stream().map(Fork::trust).toList(), probes).orElse(null));
    }

    /** Returns these figures with another trust. */
    Figures trusted(Trust other, List<Subscriber> judged) {
        return new Figures(rates, throughput, accounting, probes, judged, other);
    }
}
