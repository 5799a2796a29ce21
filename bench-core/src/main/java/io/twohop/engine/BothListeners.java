package io.twohop.engine;

import io.twohop.measure.Interval;

/** Tells two of a measurement, the first before the second: what gathers the result, before what only looks on. */
public record BothListeners(RunListener first, RunListener second) implements RunListener {
    @Override
    public void onStarted(Started started) {
        first.onStarted(started);
        second.onStarted(started);
    }

    @Override
    public void onInterval(Interval interval) {
        first.onInterval(interval);
        second.onInterval(interval);
    }

    @Override
    public void onEnded(Ended ended) {
        first.onEnded(ended);
        second.onEnded(ended);
    }
}
