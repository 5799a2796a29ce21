package io.twohop.explain;

import io.twohop.recording.GcKinds;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Times in which threads did not run, as the run itself noticed and recorded them. */
final class RecordedStalls {
    /** Linux counts what a thread ran up to its last tick, which is up to 10 ms ago. */
    private static final long CERTAIN_NANOS = 20_000_000;

    final List<Span> ofPlatform = new ArrayList<>();

    /** Those of the platform's in which no watched thread ran. */
    final List<Span> stops = new ArrayList<>();

    final List<Span> waits = new ArrayList<>();
    final List<Span> collectorWaits = new ArrayList<>();
    final List<Span> blocks = new ArrayList<>();

    /** Times in which the machine kept threads from running; and those in which the JVM may have done so itself. */
    final List<Trouble> kept = new ArrayList<>();

    final List<Trouble> stood = new ArrayList<>();

    void addOfPlatform(RecordedEvent event) {
        long dueNanos = event.getLong("dueNanos");
        long ranNanos = event.getLong("ranNanos");
        Span stall = new Span("platform stall", dueNanos, ranNanos);
        ofPlatform.add(stall);
        // What stopped meanwhile stopped for it, even in the midst of a collection.
        boolean nothingRan = stall.nanos() >= CERTAIN_NANOS && event.getLong("othersRanNanos") < stall.nanos() / 2;
        if (nothingRan) {
            stops.add(stall);
        }
        (nothingRan ? kept : stood)
                .add(new Trouble("nothing ran", event.getLong("asleepNanos"), ranNanos, stall.nanos(), 1));
    }

    void addOfThread(RecordedEvent event) {
        boolean waiting = event.getBoolean("waiting");
        String thread = RecordedRun.text(event, "thread", "a thread");
        long startNanos = event.getLong("startNanos");
        long endNanos = event.getLong("endNanos");
        if (!waiting) {
            blocks.add(new Span(thread + " blocked by the kernel or without its CPU", startNanos, endNanos));
            return;
        }
        boolean collects = thread.equals(GcKinds.THREADS);
        (collects ? collectorWaits : waits).add(new Span("no CPU for " + thread, startNanos, endNanos));
        if (!collects) {
            long nanos = endNanos - startNanos;
            kept.add(new Trouble(
                    "no core left for " + thread,
                    endNanos - Math.max(nanos, event.getLong("sampleNanos")),
                    endNanos,
                    nanos,
                    event.getLong("turns")));
        }
    }
}
