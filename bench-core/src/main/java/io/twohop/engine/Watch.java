package io.twohop.engine;

import io.twohop.account.Interval;
import io.twohop.account.Progress;
import io.twohop.cost.CostMeter;
import io.twohop.measure.Window;
import io.twohop.pipeline.Pipeline;
import io.twohop.result.Costs;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.agrona.concurrent.NanoClock;

/**
 * Cuts a run into seconds, or into its slices, from the start of warm-up until outstanding messages have arrived. The monitor
 * only.
 */
final class Watch {
    /** Time for reading the processes' resource use before the window. */
    private static final long METER_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long DRAIN_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /**
     * Part of the drain limit after which messages that have not moved count as lost rather than queued. A transport that syncs
     * whole batches delivers in bursts.
     */
    private static final int QUIET_PART = 4;

    private final Pipeline pipeline;
    private final long stepNanos;
    private final Window window;
    private final Timekeeper time;
    private final NanoClock clock;
    private final IntervalCutter cutter;
    private final CostMeter meter;
    private final Health health;
    private Optional<Costs> costs = Optional.empty();

    Watch(
            Pipeline pipeline,
            long stepNanos,
            Window window,
            Timekeeper time,
            IntervalCutter cutter,
            CostMeter meter,
            Health health) {
        this.pipeline = pipeline;
        this.stepNanos = stepNanos;
        this.window = window;
        this.time = time;
        this.clock = time.clock();
        this.cutter = cutter;
        this.meter = meter;
        this.health = health;
    }

    /**
     * Watches until the run is over or has failed.
     *
     * @param drainNanos longest wait for outstanding messages
     * @return the progress towards each subscriber, a while before the drain limit or an overload in warm-up cut the messages
     *     off; empty if nothing did
     */
    List<Progress> until(long drainNanos) {
        // Warm-up is cut into whole steps that end when measuring begins.
        long warmupNanos = window.measureStartNanos() - window.startNanos();
        long nextNanos = window.startNanos() + (warmupNanos % stepNanos == 0 ? stepNanos : warmupNanos % stepNanos);
        if (warmupNanos == 0) {
            meter.begin();
        }
        long cutNanos = window.startNanos();
        while (cutNanos - window.measureEndNanos() < 0 && !hasFinishedEarly()) {
            // The rest of a window that is no whole number of steps belongs to the step before.
            if (window.measureEndNanos() - nextNanos < stepNanos) {
                nextNanos = window.measureEndNanos();
            }
            if (nextNanos == window.measureStartNanos()) {
                time.sleepUntil(nextNanos - METER_NANOS);
                meter.begin();
            }
            time.sleepUntil(nextNanos);
            Interval interval = cutter.cut(nextNanos);
            cutNanos = nextNanos;
            if (health.hasFailed(nextNanos)) {
                return List.of();
            }
            nextNanos += stepNanos;
            // Ending warm-up early is worth it only if enough of it remains.
            if (health.isOverloaded(interval) && window.measureStartNanos() - nextNanos >= stepNanos) {
                return endEarly(nextNanos);
            }
        }
        return drain(Math.min(nextNanos - stepNanos, window.measureEndNanos()), drainNanos);
    }

    /** Watches another step, which shows what is queued rather than lost. */
    private List<Progress> endEarly(long untilNanos) {
        List<Progress> before = pipeline.progress();
        time.sleepUntil(untilNanos);
        cutter.cut(untilNanos);
        return health.hasFailed() ? List.of() : before;
    }

    /** Returns whether everything is sent before the window's end. A monitor that overslept still ends each step that is over. */
    private boolean hasFinishedEarly() {
        return pipeline.finishedSending() && clock.nanoTime() - window.measureEndNanos() < 0;
    }

    private List<Progress> drain(long endNanos, long drainNanos) {
        costs = meter.end();
        long limitNanos = endNanos + drainNanos;
        long nextCutNanos = endNanos + stepNanos;
        List<Progress> beforeCutOff = List.of();
        long unsentNanos = endNanos;
        List<Progress> atTime = List.of();
        while (!health.hasFailed()) {
            long nowNanos = clock.nanoTime();
            if (!pipeline.finishedSending()) {
                unsentNanos = nowNanos;
            }
            boolean timeIsUp = pipeline.finishedSending() && !health.awaitsMore(nowNanos - unsentNanos);
            if (!timeIsUp) {
                atTime = List.of();
            } else if (atTime.isEmpty()) {
                atTime = pipeline.progress();
            }
            // A machine that stood still lets the time pass before the sinks have looked.
            boolean looked = timeIsUp && sinksLookedSince(atTime);
            boolean done = pipeline.finishedSending() && (pipeline.everyMessageArrived() || looked);
            if (beforeCutOff.isEmpty() && limitNanos - nowNanos <= drainNanos / QUIET_PART) {
                beforeCutOff = pipeline.progress();
                limitNanos = Math.max(limitNanos, nowNanos + drainNanos / QUIET_PART);
            }
            if (done || nowNanos - limitNanos >= 0) {
                return done ? List.of() : beforeCutOff;
            }
            if (nowNanos - nextCutNanos >= 0) {
                cutter.cut(nowNanos);
                nextCutNanos += stepNanos;
            }
            time.sleepUntil(nowNanos + DRAIN_POLL_NANOS);
        }
        return List.of();
    }

    private boolean sinksLookedSince(List<Progress> before) {
        List<Progress> now = pipeline.progress();
        return IntStream.range(0, now.size())
                .allMatch(subscriber -> now.get(subscriber).sinksLookedSince(before.get(subscriber)));
    }

    /** Returns the use of the machine in the window; empty if the window was broken off. */
    Optional<Costs> costs() {
        return costs;
    }
}
