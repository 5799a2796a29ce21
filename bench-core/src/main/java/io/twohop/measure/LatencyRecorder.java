package io.twohop.measure;

import io.twohop.account.Histograms;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * Latencies of one probe on one thread. That thread records without waiting or allocating; the monitor takes what was
 * recorded since its last call. Warm-up is recorded apart, so that both phases run the same code.
 */
public final class LatencyRecorder {
    private static final int MEASURED = 0;
    private static final int WARMUP = 1;

    private final Window window;
    private final SingleWriterRecorder[] phases = {
        new SingleWriterRecorder(Histograms.HIGHEST_NANOS, Histograms.DIGITS),
        new SingleWriterRecorder(Histograms.HIGHEST_NANOS, Histograms.DIGITS)
    };
    private final Histogram[] spares = new Histogram[phases.length];
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
        phases[window.warmsUp(intendedNanos)].recordValue(latencyNanos);
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
        // While the recording thread is in the middle of a value, the library sleeps, and swallows an interrupt.
        boolean interrupted = Thread.interrupted();
        spares[phase] = phases[phase].getIntervalHistogram(spares[phase]);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        sum.add(spares[phase]);
    }
}
