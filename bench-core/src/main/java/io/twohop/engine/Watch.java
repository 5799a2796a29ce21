package io.twohop.engine;

import io.twohop.account.Interval;
import io.twohop.account.Progress;
import io.twohop.cost.CostMeter;
import io.twohop.measure.Window;
import io.twohop.pipeline.Pipeline;
import io.twohop.recording.RunEvents;
import io.twohop.result.Costs;
import io.twohop.schedule.DuetSlices;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.NanoClock;

/**
 * Cuts a run into seconds, or the slices in which it takes turns with another, from the start of warm-up until what is outstanding has
 * arrived. The monitor only.
 */
final class Watch {
    /** Time to read what the processes have taken, before the window that it is read for. */
    private static final long METER_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long DRAIN_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /**
     * What has not moved in the last part of the drain limit is lost rather than queued. A transport that syncs a whole
     * batch at once delivers in bursts.
     */
    private static final int QUIET_PART = 4;

    private final Pipeline pipeline;
    private final long stepNanos;
    private final Window window;
    private final Timekeeper time;
    private final NanoClock clock;
    private final IntervalCutter cutter;
    private final RunEvents events;
    private final CostMeter meter;
    private final Health health;
    private Costs costs;

    /**
     * @param slices null where it takes no turns
     * @param events null where nothing is recorded
     */
    Watch(
            Pipeline pipeline,
            DuetSlices slices,
            Window window,
            Timekeeper time,
            IntervalCutter cutter,
            RunEvents events,
            CostMeter meter,
            Health health) {
        this.pipeline = pipeline;
        this.stepNanos = slices == null ? SECOND_NANOS : slices.sliceNanos();
        this.window = window;
        this.time = time;
        this.clock = time.clock();
        this.cutter = cutter;
        this.events = events;
        this.meter = meter;
        this.health = health;
    }

    /**
     * Returns when the run is over, or has failed.
     *
     * @param drainNanos how long to wait for what is outstanding
     * @return how far the messages had come, on their way to each subscriber, a while before the drain limit or an overload in
     *     warm-up cut them off; null if nothing did
     */
    List<Progress> until(long drainNanos) {
        // Warm-up is cut into whole steps that end where measuring begins.
        long warmupNanos = window.measureStartNanos() - window.startNanos();
        long nextNanos = window.startNanos() + (warmupNanos % stepNanos == 0 ? stepNanos : warmupNanos % stepNanos);
        if (warmupNanos == 0) {
            meter.begin();
        }
        long cutNanos = window.startNanos();
        while (cutNanos - window.measureEndNanos() < 0 && !hasFinishedEarly()) {
            // The rest of a window that is no whole number of steps belongs to the one before.
            if (window.measureEndNanos() - nextNanos < stepNanos) {
                nextNanos = window.measureEndNanos();
            }
            if (nextNanos == window.measureStartNanos()) {
                time.sleepUntil(nextNanos - METER_NANOS);
                meter.begin();
            }
            time.sleepUntil(nextNanos);
            Interval interval = cut(nextNanos);
            cutNanos = nextNanos;
            if (health.hasFailed(nextNanos)) {
                return null;
            }
            nextNanos += stepNanos;
            // What remains of warm-up is long enough to be worth ending it.
            if (health.isOverloaded(interval) && window.measureStartNanos() - nextNanos >= stepNanos) {
                return endEarly(nextNanos);
            }
        }
        return drain(Math.min(nextNanos - stepNanos, window.measureEndNanos()), drainNanos);
    }

    /** Watches for another step, which shows what is queued and not lost. */
    private List<Progress> endEarly(long untilNanos) {
        List<Progress> before = pipeline.progress();
        time.sleepUntil(untilNanos);
        cut(untilNanos);
        return health.hasFailed() ? null : before;
    }

    /** Before the window's end. Who slept through that ends each step that is over all the same. */
    private boolean hasFinishedEarly() {
        return pipeline.finishedSending() && clock.nanoTime() - window.measureEndNanos() < 0;
    }

    private List<Progress> drain(long endNanos, long drainNanos) {
        costs = meter.end();
        long limitNanos = endNanos + drainNanos;
        long nextCutNanos = endNanos + stepNanos;
        List<Progress> beforeCutOff = null;
        while (!health.hasFailed()) {
            long nowNanos = clock.nanoTime();
            boolean done = pipeline.finishedSending() && pipeline.everyMessageArrived();
            if (beforeCutOff == null && limitNanos - nowNanos <= drainNanos / QUIET_PART) {
                beforeCutOff = pipeline.progress();
                limitNanos = Math.max(limitNanos, nowNanos + drainNanos / QUIET_PART);
            }
            if (done || nowNanos - limitNanos >= 0) {
                return done ? null : beforeCutOff;
            }
            if (nowNanos - nextCutNanos >= 0) {
                cut(nowNanos);
                nextCutNanos += stepNanos;
            }
            time.sleepUntil(nowNanos + DRAIN_POLL_NANOS);
        }
        return null;
    }

    /** Ends a part of a phase. */
    Interval cut(long nowNanos) {
        IntervalCutter.Cut cut = cutter.cut(nowNanos);
        if (events != null) {
            events.onInterval(cut.interval(), cut.medianNanos(), cut.maxNanos());
        }
        return cut.interval();
    }

    /** What the window took of the machine; null where it was broken off before its end. */
    Costs costs() {
        return costs;
    }
}
