package io.twohop.engine;

import io.twohop.measure.Interval;
import io.twohop.measure.Interval.Phase;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.Ledger;
import io.twohop.result.Fork;
import io.twohop.result.ForkBuilder;
import io.twohop.result.LatencySummary;
import io.twohop.result.Rates;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Gathers what one measurement reports, so that nothing of it is lost whatever happens to the measurement later. */
public class ForkCollector implements RunListener {
    private final int number;
    private final double offeredPerSecond;
    private final double windowSeconds;
    private final List<Interval> intervals = new ArrayList<>();
    private Started started;
    private Ended ended;

    /** @param windowSeconds the length of the measured window if it is not cut short */
    public ForkCollector(int number, double offeredPerSecond, double windowSeconds) {
        this.number = number;
        this.offeredPerSecond = offeredPerSecond;
        this.windowSeconds = windowSeconds;
    }

    @Override
    public synchronized void onStarted(Started started) {
        this.started = started;
    }

    @Override
    public synchronized void onInterval(Interval interval) {
        intervals.add(interval);
    }

    @Override
    public synchronized void onEnded(Ended ended) {
        this.ended = ended;
    }

    /** Whether the measurement reported its end. */
    public synchronized boolean hasEnded() {
        return ended != null;
    }

    /**
     * What has been gathered so far.
     *
     * @param diagnosis what became of the process that measured, if it did not end as it should; or null
     */
    public synchronized Fork toFork(String diagnosis) {
        Map<Probe, LatencySummary> probes = new EnumMap<>(Probe.class);
        for (Probe probe : Probe.values()) {
            Histogram sum = LatencyRecorder.newHistogram();
            boolean seen = probe == Probe.END_TO_END;
            for (Interval interval : intervals) {
                if (interval.phase() != Phase.WARMUP && interval.latencies().containsKey(probe)) {
                    sum.add(interval.histogram(probe));
                    seen = true;
                }
            }
            if (seen) {
                probes.put(probe, LatencySummary.of(sum));
            }
        }
        String failure = diagnosis != null ? diagnosis : ended == null ? "did not end" : ended.failure();
        ForkBuilder fork = new ForkBuilder(number)
                .failure(failure)
                .rates(rates())
                .probes(probes)
                .intervals(intervals);
        if (started != null) {
            fork.startedAt(started.startedAt())
                    .layout(started.layout())
                    .guarantees(started.guarantees())
                    .versions(started.versions())
                    .environment(started.environment());
        }
        if (ended != null) {
            fork.publishFailure(ended.publishFailure())
                    .accounting(ended.accounting())
                    .throughput(ended.throughput())
                    .incidents(ended.incidents())
                    .faults(ended.faults())
                    .sizes(ended.sizes())
                    .codec(ended.codec())
                    .costs(ended.costs());
        }
        return fork.build();
    }

    /** Of a window that was cut short, over the part that was measured. */
    private Rates rates() {
        if (ended != null && ended.throughput() != null) {
            return new Rates(
                    offeredPerSecond,
                    offeredPerSecond,
                    ended.throughput().overall().messagesPerSecond());
        }
        if (ended != null && ended.failure() == null) {
            Ledger window = ended.accounting().window();
            return new Rates(offeredPerSecond, window.due() / windowSeconds, window.arrived() / windowSeconds);
        }
        long completed = 0;
        long countedNanos = 0;
        for (Interval interval : intervals) {
            if (interval.phase() == Phase.MEASURE) {
                completed += interval.completed();
                countedNanos += interval.countedNanos();
            }
        }
        return new Rates(offeredPerSecond, offeredPerSecond, countedNanos == 0 ? 0 : completed * 1e9 / countedNanos);
    }
}
