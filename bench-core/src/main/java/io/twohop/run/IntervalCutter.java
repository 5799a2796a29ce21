package io.twohop.run;

import io.twohop.measure.Histograms;
import io.twohop.measure.Interval;
import io.twohop.measure.Interval.Phase;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.Probe;
import io.twohop.measure.Window;
import io.twohop.pipeline.Pipeline;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Takes what was recorded since the last cut out of the recorders and reports it as an interval. The monitor only. */
final class IntervalCutter {
    private final Pipeline pipeline;
    private final Window window;
    private final RunListener listener;
    private final ByteBuffer scratch = Histograms.newScratch();
    private final Histogram sum = LatencyRecorder.newHistogram();
    private long lastNanos;
    private long sent;
    private long completed;

    IntervalCutter(Pipeline pipeline, Window window, RunListener listener) {
        this.pipeline = pipeline;
        this.window = window;
        this.listener = listener;
        this.lastNanos = window.startNanos();
    }

    Interval cut(long nowNanos) {
        Phase phase = phase(nowNanos);
        Map<Probe, byte[]> latencies = new EnumMap<>(Probe.class);
        pipeline.recorders().forEach((probe, recorders) -> {
            sum.reset();
            for (LatencyRecorder recorder : recorders) {
                if (phase == Phase.WARMUP) {
                    recorder.drainWarmupInto(sum);
                } else {
                    recorder.drainMeasuredInto(sum);
                }
            }
            if (sum.getTotalCount() > 0) {
                latencies.put(probe, Histograms.encode(sum, scratch));
            }
        });
        long nowSent = pipeline.sent();
        long nowCompleted = pipeline.received();
        Interval interval = new Interval(
                phase,
                lastNanos - window.measureStartNanos(),
                nowNanos - window.measureStartNanos(),
                nowSent - sent,
                nowCompleted - completed,
                latencies);
        listener.onInterval(interval);
        lastNanos = nowNanos;
        sent = nowSent;
        completed = nowCompleted;
        return interval;
    }

    private Phase phase(long endNanos) {
        if (endNanos - window.measureStartNanos() <= 0) {
            return Phase.WARMUP;
        }
        return endNanos - window.measureEndNanos() <= 0 ? Phase.MEASURE : Phase.DRAIN;
    }
}
