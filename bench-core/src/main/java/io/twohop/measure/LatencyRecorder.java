package io.twohop.measure;

import io.twohop.account.Histograms;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.HdrHistogram.Histogram;

/**
 * Latencies of one probe on one thread. That thread counts by plain stores, without waiting or allocating; the monitor takes
 * what was counted since its last call, by difference, so that neither ever waits for the other. Warm-up is counted apart, so
 * that both phases run the same code.
 */
public final class LatencyRecorder {
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int MEASURED = 0;
    private static final int WARMUP = 1;
    private static final int PHASES = 2;

    private final Window window;
    private final long[][] counts = new long[PHASES][Histograms.BUCKETS];
    private final long[][] taken = new long[PHASES][Histograms.BUCKETS];
    private final PaddedCounter belowZero = new PaddedCounter();

    public LatencyRecorder(Window window) {
        this.window = window;
    }

    /**
     * Records the latency of one message; its thread only.
     *
     * @param intendedNanos when the message should have been sent: decides the phase it belongs to
     * @param atNanos when it passed the probe. Earlier than intended can only be an error of clocks: it is recorded as 0 and {@linkplain
     *     #belowZero counted}
     */
    public void record(long intendedNanos, long atNanos) {
        long latencyNanos = Math.min(atNanos - intendedNanos, Histograms.HIGHEST_NANOS);
        if (latencyNanos < 0) {
            belowZero.increment();
            latencyNanos = 0;
        }
        // An index and no branch: one that warm-up never takes would be compiled away, and measuring would begin with
        // the compiler at work.
        long[] phase = counts[window.warmsUp(intendedNanos)];
        int bucket = Histograms.bucket(latencyNanos);
        COUNT.setOpaque(phase, bucket, phase[bucket] + 1);
    }

    /** Returns the number of latencies below zero so far, warm-up included; any thread. */
    public long belowZero() {
        return belowZero.get();
    }

    /** Adds what the measured phase recorded since the last call; the monitor only. */
    public void drainMeasuredInto(Histogram sum) {
        drainInto(sum, MEASURED);
    }

    /** Adds what warm-up recorded since the last call; the monitor only. */
    public void drainWarmupInto(Histogram sum) {
        drainInto(sum, WARMUP);
    }

    private void drainInto(Histogram sum, int phase) {
        long[] now = counts[phase];
        long[] before = taken[phase];
        for (int bucket = 0; bucket < now.length; bucket++) {
            long count = (long) COUNT.getOpaque(now, bucket);
            long added = count - before[bucket];
            if (added > 0) {
                before[bucket] = count;
                sum.recordValueWithCount(Histograms.lowestNanos(bucket), added);
            }
        }
    }
}
