package io.twohop.account;

import io.twohop.workload.Probe;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * The counts and latencies of one second of the run, or of the shorter rest at its end. A flat list of counters, made once a second
 * and sent as one line.
 *
 * @param startNanos its start, from the start of the measured window; negative during warm-up
 * @param endNanos its end, from the start of the measured window
 * @param countedNanos time that the counts cover: the thread that ends a second may wake up late, which shortens the next
 *     one. Rates are counts over this time
 * @param due messages of the schedule, an average for random arrivals; 0 in a closed loop
 * @param sent messages that were published, warm-up messages included
 * @param completed messages that reached the sink for the first time
 * @param acknowledged messages that the transport acknowledged; 0 for a transport without acknowledgements
 * @param publishedBytes payload of the sent messages
 * @param arrivedBytes payload of the completed messages
 * @param latencies of each probe, encoded by {@link Histograms}; end to end, those of the slowest subscriber
 * @param subscribers arrivals at each subscriber; empty if there is only one
 */
public record Interval(
        Phase phase,
        long startNanos,
        long endNanos,
        long countedNanos,
        long due,
        long sent,
        long completed,
        long acknowledged,
        long publishedBytes,
        long arrivedBytes,
        Map<Probe, byte[]> latencies,
        List<Received> subscribers) {
    /**
     * Arrivals at one subscriber.
     *
     * @param completed messages that reached it for the first time
     * @param endToEnd their latencies, encoded by {@link Histograms}
     */
    public record Received(long completed, byte[] endToEnd) {}

    public Interval {
        subscribers = List.copyOf(subscribers);
    }

    /** Creates an interval of a run with one subscriber. */
    public Interval(
            Phase phase,
            long startNanos,
            long endNanos,
            long countedNanos,
            long due,
            long sent,
            long completed,
            long acknowledged,
            long publishedBytes,
            long arrivedBytes,
            Map<Probe, byte[]> latencies) {
        this(
                phase,
                startNanos,
                endNanos,
                countedNanos,
                due,
                sent,
                completed,
                acknowledged,
                publishedBytes,
                arrivedBytes,
                latencies,
                List.of());
    }

    /** A part of the run. No interval spans two. */
    public enum Phase {
        /** Before the measured window. */
        WARMUP,
        /** The measured window. */
        MEASURE,
        /** After the window, while outstanding messages arrive. */
        DRAIN
    }

    /** Returns the sum of one second at several places, whose clocks may differ. */
    public static Interval together(List<Interval> all) {
        Interval first = all.get(0);
        if (all.size() == 1) {
            return first;
        }
        Map<Probe, byte[]> latencies = new EnumMap<>(Probe.class);
        ByteBuffer scratch = Histograms.newScratch();
        for (Probe probe : Probe.values()) {
            if (all.stream().anyMatch(each -> each.latencies.containsKey(probe))) {
                Histogram sum = Histograms.newHistogram();
                all.forEach(each -> sum.add(each.histogram(probe)));
                latencies.put(probe, Histograms.encode(sum, scratch));
            }
        }
        return new Interval(
                first.phase,
                first.startNanos,
                all.stream().mapToLong(Interval::endNanos).max().orElseThrow(),
                all.stream().mapToLong(Interval::countedNanos).max().orElseThrow(),
                sum(all, Interval::due),
                sum(all, Interval::sent),
                sum(all, Interval::completed),
                sum(all, Interval::acknowledged),
                sum(all, Interval::publishedBytes),
                sum(all, Interval::arrivedBytes),
                latencies);
    }

    /** Returns this interval of a run that sends during only this share of the time. */
    public Interval countedOver(double share) {
        return with(Math.round(countedNanos * share), completed, latencies, subscribers);
    }

    public Interval without(Probe probe) {
        Map<Probe, byte[]> others = new EnumMap<>(Probe.class);
        others.putAll(latencies);
        others.remove(probe);
        return with(countedNanos, completed, others, subscribers);
    }

    /** Returns this interval as one subscriber, numbered from 0, saw it. */
    public Interval of(int subscriber) {
        Received its = subscribers.get(subscriber);
        return with(countedNanos, its.completed(), latenciesOf(its), List.of());
    }

    /** Returns this interval with the latencies of the subscriber, numbered from 0, that was the slowest over all seconds. */
    public Interval ofSlowest(int subscriber) {
        return with(countedNanos, completed, latenciesOf(subscribers.get(subscriber)), subscribers);
    }

    private Map<Probe, byte[]> latenciesOf(Received subscriber) {
        Map<Probe, byte[]> its = new EnumMap<>(Probe.class);
        its.putAll(latencies);
        its.put(Probe.END_TO_END, subscriber.endToEnd());
        return its;
    }

    private Interval with(
            long itsCountedNanos, long itsCompleted, Map<Probe, byte[]> itsLatencies, List<Received> itsSubscribers) {
        return new Interval(
                phase,
                startNanos,
                endNanos,
                itsCountedNanos,
                due,
                sent,
                itsCompleted,
                acknowledged,
                publishedBytes,
                arrivedBytes,
                itsLatencies,
                itsSubscribers);
    }

    private static long sum(List<Interval> all, ToLongFunction<Interval> figure) {
        return all.stream().mapToLong(figure).sum();
    }

    /** Returns the planned length; counting may have taken a little longer. */
    public long lengthNanos() {
        return endNanos - startNanos;
    }

    /** Returns messages per second that reached the sink; 0 if nothing was counted. */
    public double completedPerSecond() {
        return countedNanos == 0 ? 0 : completed * 1e9 / countedNanos;
    }

    /** Returns messages per second that were due; 0 for an interval without length. */
    public double duePerSecond() {
        return endNanos == startNanos ? 0 : due * 1e9 / (endNanos - startNanos);
    }

    /** Returns the latencies of a probe in nanoseconds; empty if it recorded none. */
    public Histogram histogram(Probe probe) {
        return Optional.ofNullable(latencies.get(probe)).map(Histograms::decode).orElseGet(Histograms::newHistogram);
    }
}
