package io.twohop.account;

import io.twohop.workload.Probe;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;

/**
 * What happened in one second of the run, or in the shorter rest at its end.
 *
 * @param phase the part of the run it belongs to
 * @param startNanos its start, counted from the start of the measured window; negative during warm-up
 * @param endNanos its end, counted likewise
 * @param countedNanos over how long it was counted: the thread that ends a second may wake up late, and then the next one
 *     is so much shorter. What is divided by time is divided by this
 * @param due messages that the schedule has in it, of random arrivals on average; 0 in a closed loop
 * @param sent messages published in it, warm-up messages included
 * @param completed messages that reached the sink for the first time in it
 * @param acknowledged messages that the transport acknowledged in it; 0 where it acknowledges none
 * @param publishedBytes payload of what was sent
 * @param arrivedBytes payload of what was completed
 * @param latencies what each probe recorded in it, as {@link Histograms} encodes it; of endToEnd, what the subscriber did
 *     that was the slowest
 * @param subscribers what each received, where there are several; else empty
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
     * What a subscriber received.
     *
     * @param completed messages that reached it for the first time
     * @param endToEnd what they took, encoded likewise
     */
    public record Received(long completed, byte[] endToEnd) {}

    public Interval {
        subscribers = List.copyOf(subscribers);
    }

    /** With one subscriber. */
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
        /** After it, while what is outstanding arrives. */
        DRAIN
    }

    /** What happened in one second in several places, whose clocks need not be the same. */
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

    /** This one of a run that sends in a part of its time only: what is divided by time is divided by that. */
    public Interval countedOver(double share) {
        return with(Math.round(countedNanos * share), completed, latencies, subscribers);
    }

    /** This one without a probe. */
    public Interval without(Probe probe) {
        Map<Probe, byte[]> others = new EnumMap<>(Probe.class);
        others.putAll(latencies);
        others.remove(probe);
        return with(countedNanos, completed, others, subscribers);
    }

    /** This one as one of its subscribers saw it, from 0. */
    public Interval of(int subscriber) {
        Received its = subscribers.get(subscriber);
        return with(countedNanos, its.completed(), latenciesOf(its), List.of());
    }

    /** This one with the latencies of the subscriber, from 0, that turned out to be the slowest of all seconds. */
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

    /** Its length by the plan; what was counted in it may have taken a little longer. */
    public long lengthNanos() {
        return endNanos - startNanos;
    }

    /** Messages that reached the sink, each second; 0 where nothing was counted. */
    public double completedPerSecond() {
        return countedNanos == 0 ? 0 : completed * 1e9 / countedNanos;
    }

    /** Messages that were due, each second; 0 where the interval has no length. */
    public double duePerSecond() {
        return endNanos == startNanos ? 0 : due * 1e9 / (endNanos - startNanos);
    }

    /** The recorded latencies of a probe in nanoseconds; empty if it recorded none. */
    public Histogram histogram(Probe probe) {
        byte[] encoded = latencies.get(probe);
        return encoded == null ? Histograms.newHistogram() : Histograms.decode(encoded);
    }
}
