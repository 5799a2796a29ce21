package io.twohop.engine;

import io.twohop.account.Histograms;
import io.twohop.account.Interval;
import io.twohop.account.Interval.Phase;
import io.twohop.account.Lane;
import io.twohop.account.Progress;
import io.twohop.engine.protocol.RunListener;
import io.twohop.measure.LatencyRecorder;
import io.twohop.measure.Window;
import io.twohop.pipeline.Pipeline;
import io.twohop.workload.Probe;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.NanoClock;

/** Takes the records since the last cut out of the recorders and reports them as an interval. The monitor only. */
final class IntervalCutter {
    private final Pipeline pipeline;
    private final Window window;
    private final RunListener listener;
    private final ByteBuffer scratch = Histograms.newScratch();
    private final Histogram sum = Histograms.newHistogram();
    private final SubscriberCutter subscribers;
    private final List<LaneGrowth> lanes;
    private final NanoClock clock;
    private Consumer<Cut> marker = cut -> {};
    private long lastNanos;
    private long countedUntilNanos;
    private Passed passed = new Passed(0, 0, 0, 0, 0);

    IntervalCutter(Pipeline pipeline, Window window, NanoClock clock, RunListener listener) {
        this.pipeline = pipeline;
        this.window = window;
        this.clock = clock;
        this.listener = listener;
        this.lastNanos = window.startNanos();
        this.countedUntilNanos = window.startNanos();
        this.lanes =
                Stream.generate(LaneGrowth::new).limit(pipeline.subscribers()).toList();
        this.subscribers = new SubscriberCutter(pipeline);
    }

    /** Has each interval marked in a flight recording as well. */
    void markBy(Consumer<Cut> recording) {
        marker = recording;
    }

    private record Passed(long sent, long completed, long acknowledged, long publishedBytes, long arrivedBytes) {
        static Passed of(Pipeline pipeline) {
            return new Passed(
                    pipeline.sent(),
                    pipeline.received(),
                    pipeline.acknowledgedInAll(),
                    pipeline.publishedBytes(),
                    pipeline.arrivedBytes());
        }
    }

    /**
     * An interval with its end-to-end latencies, so that they need not be decoded again.
     *
     * @param medianNanos 0 without a latency
     * @param maxNanos 0 without a latency
     */
    record Cut(Interval interval, long medianNanos, long maxNanos) {}

    /**
     * @param endNanos intended end of the interval, though this thread may have woken up later
     */
    Interval cut(long endNanos) {
        Phase phase = phase();
        long[] endToEnd = new long[2];
        Map<Probe, byte[]> latencies = new EnumMap<>(Probe.class);
        pipeline.recorders().forEach((probe, recorders) -> {
            Histogram drained = probe == Probe.END_TO_END
                    ? subscribers.drainSlowest(recorders, phase)
                    : drain(recorders, phase, sum);
            if (drained.getTotalCount() > 0) {
                latencies.put(probe, Histograms.encode(drained, scratch));
                if (probe == Probe.END_TO_END) {
                    endToEnd[0] = drained.getValueAtPercentile(50);
                    endToEnd[1] = drained.getMaxValue();
                }
            }
        });
        // Negative before the start if the run is broken off.
        long countedNanos = Math.max(0, clock.nanoTime() - countedUntilNanos);
        Passed now = Passed.of(pipeline);
        Interval interval = new Interval(
                phase,
                lastNanos - window.measureStartNanos(),
                endNanos - window.measureStartNanos(),
                countedNanos,
                pipeline.dueBetween(
                        lastNanos - window.startNanos(),
                        Math.min(endNanos, window.measureEndNanos()) - window.startNanos()),
                now.sent - passed.sent,
                now.completed - passed.completed,
                now.acknowledged - passed.acknowledged,
                now.publishedBytes - passed.publishedBytes,
                now.arrivedBytes - passed.arrivedBytes,
                latencies,
                subscribers.received());
        listener.onInterval(interval);
        marker.accept(new Cut(interval, endToEnd[0], endToEnd[1]));
        if (phase == Phase.MEASURE) {
            List<Progress> progress = pipeline.progress();
            for (int i = 0; i < lanes.size(); i++) {
                lanes.get(i).add(progress.get(i));
            }
        }
        lastNanos = endNanos;
        countedUntilNanos += countedNanos;
        passed = now;
        return interval;
    }

    /** Drains the recorders into a histogram that is used again. */
    static Histogram drain(List<LatencyRecorder> recorders, Phase phase, Histogram sum) {
        sum.reset();
        for (LatencyRecorder recorder : recorders) {
            if (phase == Phase.WARMUP) {
                recorder.drainWarmupInto(sum);
            } else {
                recorder.drainMeasuredInto(sum);
            }
        }
        return sum;
    }

    /** Returns the lanes to a subscriber at the end, each with its growth over the measured seconds. */
    List<Lane> growing(int subscriber, List<Lane> end) {
        return lanes.get(subscriber).of(end, window.measuredNanos());
    }

    /** Returns the phase of the next interval; no interval spans two. */
    private Phase phase() {
        if (lastNanos - window.measureStartNanos() < 0) {
            return Phase.WARMUP;
        }
        return lastNanos - window.measureEndNanos() < 0 ? Phase.MEASURE : Phase.DRAIN;
    }
}
