package io.twohop.engine;

import io.twohop.account.Histograms;
import io.twohop.account.Interval.Phase;
import io.twohop.account.Interval.Received;
import io.twohop.measure.LatencyRecorder;
import io.twohop.pipeline.Pipeline;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Takes the records of each subscriber since the last cut out of its recorders. Only the end of the run shows which subscriber
 * is the slowest: each interval shows the slowest of that interval. The monitor only.
 */
final class SubscriberCutter {
    private static final double SLOWEST_BY = 99;

    private final Pipeline pipeline;
    private final ByteBuffer scratch = Histograms.newScratch();
    private final long[] passed;
    private final List<Received> received = new ArrayList<>();
    private Histogram slowest = Histograms.newHistogram();
    private Histogram next = Histograms.newHistogram();

    SubscriberCutter(Pipeline pipeline) {
        this.pipeline = pipeline;
        this.passed = new long[pipeline.subscribers()];
    }

    /**
     * Returns the latencies of the slowest subscriber, valid until the next call.
     *
     * @param recorders the same number for each subscriber
     */
    Histogram drainSlowest(List<LatencyRecorder> recorders, Phase phase) {
        received.clear();
        int ofEach = recorders.size() / passed.length;
        slowest.reset();
        for (int i = 0; i < passed.length; i++) {
            IntervalCutter.drain(recorders.subList(i * ofEach, (i + 1) * ofEach), phase, next);
            if (passed.length > 1) {
                note(i);
            }
            if (isSlower()) {
                Histogram former = slowest;
                slowest = next;
                next = former;
            }
        }
        return slowest;
    }

    private void note(int subscriber) {
        long now = pipeline.received(subscriber);
        received.add(new Received(now - passed[subscriber], Histograms.encode(next, scratch)));
        passed[subscriber] = now;
    }

    private boolean isSlower() {
        if (slowest.getTotalCount() == 0) {
            return next.getTotalCount() > 0;
        }
        long byPercentile =
                Long.compare(next.getValueAtPercentile(SLOWEST_BY), slowest.getValueAtPercentile(SLOWEST_BY));
        return byPercentile > 0 || byPercentile == 0 && next.getMaxValue() > slowest.getMaxValue();
    }

    /** Returns the messages that each subscriber received between the last two calls; empty with one subscriber. */
    List<Received> received() {
        return List.copyOf(received);
    }
}
