package io.twohop.engine;

import io.twohop.account.Accounting;
import io.twohop.account.Histograms;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.config.Secrets;
import io.twohop.engine.protocol.RunListener;
import io.twohop.result.Course;
import io.twohop.result.Disturbance;
import io.twohop.result.Expense;
import io.twohop.result.Figures;
import io.twohop.result.Fork;
import io.twohop.result.LatencySummary;
import io.twohop.result.Rates;
import io.twohop.result.Recorded;
import io.twohop.result.Search;
import io.twohop.result.ServiceLoad;
import io.twohop.result.Setup;
import io.twohop.result.Subscriber;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/** Gathers the reports of one measurement, so that they survive whatever happens to the measurement later. */
public final class ForkCollector implements RunListener {
    private static final Started NOT_STARTED = new Started(null, null, null, Map.of(), Map.of(), null);

    private final int number;
    private final double offeredPerSecond;
    private final double windowSeconds;
    private final List<Interval> intervals = new ArrayList<>();
    private Started started = NOT_STARTED;
    private Ended ended = Ended.UNKNOWN;
    private final List<Search.Trial> trials = new ArrayList<>();
    private Optional<Search> search = Optional.empty();
    private Optional<String> refusal = Optional.empty();

    /**
     * @param windowSeconds length of the measured window unless it is cut short
     */
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

    @Override
    public synchronized void onTrial(Search.Trial trial) {
        trials.add(trial);
    }

    @Override
    public synchronized void onSearched(Search search) {
        this.search = Optional.of(search);
    }

    @Override
    public synchronized void onRefused(String reason) {
        refusal = Optional.of(Secrets.redact(reason));
    }

    /** Returns whether warm-up has begun. */
    public synchronized boolean hasStarted() {
        return started != NOT_STARTED;
    }

    public synchronized List<Search.Trial> trials() {
        return List.copyOf(trials);
    }

    /** Returns the result of a search; empty without one. */
    public synchronized Optional<Search> search() {
        return search;
    }

    /** Returns the reason why nothing was measured; empty unless the measurement reported one. */
    public synchronized Optional<String> refusal() {
        return refusal;
    }

    /** Returns whether the measurement reported its end. */
    public synchronized boolean hasEnded() {
        return ended != Ended.UNKNOWN;
    }

    /**
     * Returns the reports so far as a fork.
     *
     * @param diagnosis the reason why the measuring process did not end in order, or null
     */
    public synchronized Fork toFork(String diagnosis) {
        List<Subscriber> subscribers = subscribers();
        List<Interval> shown = Subscriber.slowest(subscribers)
                .map(slowest -> intervals.stream()
                        .map(interval -> interval.ofSlowest(slowest.number() - 1))
                        .toList())
                .orElse(intervals);
        Map<Probe, LatencySummary> probes = new EnumMap<>(Probe.class);
        for (Probe probe : Probe.values()) {
            Histogram sum = Histograms.newHistogram();
            boolean seen = probe == Probe.END_TO_END;
            for (Interval interval : shown) {
                if (interval.phase() != Phase.WARMUP && interval.latencies().containsKey(probe)) {
                    sum.add(interval.histogram(probe));
                    seen = true;
                }
            }
            if (seen) {
                probes.put(probe, LatencySummary.of(sum));
            }
        }
        String failure = Optional.ofNullable(diagnosis).map(Secrets::redact).orElse(ended.failure());
        return new Fork(
                number,
                new Course(started.startedAt(), failure, ended.publishFailure()),
                new Figures(
                        rates(ended.messages().accounting(), intervals),
                        ended.messages().throughput(),
                        ended.messages().accounting(),
                        probes,
                        subscribers,
                        null),
                new Setup(
                        started.layout(),
                        started.guarantees(),
                        started.versions(),
                        started.chosen(),
                        started.environment()),
                new Disturbance(ended.incidents(), ended.faults()),
                new Expense(ended.messages().sizes(), ended.codec(), ended.costs(), service(probes)),
                Recorded.NOTHING,
                List.of(),
                List.copyOf(shown));
    }

    /** Returns several subscribers, as far as they reported. */
    private List<Subscriber> subscribers() {
        int count = intervals.isEmpty() ? 0 : intervals.get(0).subscribers().size();
        List<Subscriber> subscribers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int place = i;
            Accounting account = ended.messages().subscribers().isEmpty()
                    ? null
                    : ended.messages().subscribers().get(i);
            List<Interval> its =
                    intervals.stream().map(interval -> interval.of(place)).toList();
            Histogram sum = Histograms.newHistogram();
            its.stream()
                    .filter(interval -> interval.phase() != Phase.WARMUP)
                    .forEach(interval -> sum.add(interval.histogram(Probe.END_TO_END)));
            subscribers.add(new Subscriber(i + 1, rates(account, its), account, LatencySummary.of(sum), null));
        }
        return subscribers;
    }

    private ServiceLoad service(Map<Probe, LatencySummary> probes) {
        return Optional.ofNullable(ended.service())
                .map(load -> load.beside(probes.get(Probe.TO_SERVICE)))
                .orElse(null);
    }

    /** Returns the rates; those of a window that was cut short cover the part that was measured. */
    private Rates rates(Accounting account, List<Interval> seen) {
        if (ended.messages().throughput() != null) {
            return new Rates(
                    offeredPerSecond,
                    offeredPerSecond,
                    ended.messages().throughput().overall().messagesPerSecond());
        }
        if (ended.failure() == null) {
            return Rates.of(offeredPerSecond, windowSeconds, account, seen);
        }
        long completed = 0;
        long countedNanos = 0;
        for (Interval interval : seen) {
            if (interval.phase() == Phase.MEASURE) {
                completed += interval.completed();
                countedNanos += interval.countedNanos();
            }
        }
        return new Rates(offeredPerSecond, offeredPerSecond, countedNanos == 0 ? 0 : completed * 1e9 / countedNanos);
    }
}
