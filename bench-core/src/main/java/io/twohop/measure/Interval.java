package io.twohop.measure;

import io.twohop.workload.Probe;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What happened in one second of the run, or in the shorter rest at its end.
 *
 * @param phase the part of the run it belongs to
 * @param startNanos its start, counted from the start of the measured window; negative during warm-up
 * @param endNanos its end, counted likewise
 * @param countedNanos over how long it was counted: the thread that ends a second may wake up late, and then the next one
 *     is so much shorter. What is divided by time is divided by this
 * @param sent messages published in it, warm-up messages included
 * @param completed messages that reached the sink for the first time in it
 * @param acknowledged messages that the transport acknowledged in it; 0 where it acknowledges none
 * @param publishedBytes payload of what was sent
 * @param arrivedBytes payload of what was completed
 * @param latencies what each probe recorded in it, as {@link Histograms} encodes it
 */
public record Interval(
        Phase phase,
        long startNanos,
        long endNanos,
        long countedNanos,
        long sent,
        long completed,
        long acknowledged,
        long publishedBytes,
        long arrivedBytes,
        Map<Probe, byte[]> latencies) {
    /** A part of the run. No interval spans two. */
    public enum Phase {
        /** Before the measured window. */
        WARMUP,
        /** The measured window. */
        MEASURE,
        /** After it, while what is outstanding arrives. */
        DRAIN
    }

    /** Messages that reached the sink, each second; 0 where nothing was counted. */
    public double completedPerSecond() {
        return countedNanos == 0 ? 0 : completed * 1e9 / countedNanos;
    }

    /** The recorded latencies of a probe in nanoseconds; empty if it recorded none. */
    public Histogram histogram(Probe probe) {
        byte[] encoded = latencies.get(probe);
        return encoded == null ? LatencyRecorder.newHistogram() : Histograms.decode(encoded);
    }
}
