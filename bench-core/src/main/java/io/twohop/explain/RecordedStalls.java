package io.twohop.explain;

import io.twohop.recording.GcKinds;
import io.twohop.result.Delays;
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

    /** Late wake-ups that the machine caused; and those that the JVM may have caused itself. */
    private final List<Trouble> kept = new ArrayList<>();

    private final List<Trouble> stood = new ArrayList<>();

    /** Times in which all measuring threads stood still together. */
    final Stops standstills = new Stops();

    /** Waits for a core, and who had the cores. */
    final CoreShares cores = new CoreShares();

    /**
     * The sampler slept longer than it should have.
     *
     * @param othersRanNanos how long measuring and collecting threads ran meanwhile
     * @param processRanNanos how long all threads of the process did, to within a tick
     * @param jvmTurns times that the thread got a CPU that stops the others at safepoints
     */
    record LateWakeUp(
            long asleepNanos, long dueNanos, long ranNanos, long othersRanNanos, long processRanNanos, long jvmTurns) {
        /** While it waits for threads to reach a safepoint, the JVM looks for them about once a millisecond. */
        private static final long NANOS_PER_TURN = 4_000_000;

        /** Whether threads of the process ran, so that the process was not stopped but waited for those. */
        boolean isOfJvm() {
            long nanos = ranNanos - dueNanos;
            return processRanNanos >= nanos / 2 || jvmTurns >= nanos / NANOS_PER_TURN;
        }
    }

    void addOfPlatform(RecordedEvent event) {
        addOfPlatform(new LateWakeUp(
                event.getLong("asleepNanos"),
                event.getLong("dueNanos"),
                event.getLong("ranNanos"),
                event.getLong("othersRanNanos"),
                event.getLong("processRanNanos"),
                event.getLong("jvmTurns")));
    }

    void addOfPlatform(LateWakeUp late) {
        Span stall = new Span("platform stall", late.dueNanos, late.ranNanos);
        ofPlatform.add(stall);
        // What stopped meanwhile stopped for it, even in the midst of a collection.
        boolean nothingRan =
                stall.nanos() >= CERTAIN_NANOS && late.othersRanNanos < stall.nanos() / 2 && !late.isOfJvm();
        if (nothingRan) {
            stops.add(stall);
        }
        (nothingRan ? kept : stood)
                .add(new Trouble(Stops.CAUSE, late.asleepNanos, late.ranNanos, stall.nanos(), Trouble.STOP));
    }

    /**
     * Returns the sampler's late wake-ups, without the time for which the JVM stopped its threads. A safepoint makes no wake-up late
     * before the sampler is due.
     *
     * @param everyNanos how long the sampler sleeps; 0 if unknown
     */
    List<Trouble> lateWakeUps(Spans safepoints, long everyNanos) {
        List<Trouble> late = new ArrayList<>(kept);
        stood.stream()
                .map(stall -> stall.without(safepoints.covered(stall.fromNanos() + everyNanos, stall.toNanos())))
                .filter(stall -> stall.nanos() > 0)
                .forEach(late::add);
        return late;
    }

    /** Waits that were counted over a longer time. */
    void addOnPath(RecordedEvent event) {
        long nanos = event.getLong("waitedNanos");
        Trouble wait = new Trouble(
                Delays.NO_CORE + RecordedRun.text(event, "thread", "a thread"),
                event.getLong("startNanos"),
                event.getLong("endNanos"),
                nanos,
                event.getLong("turns"));
        cores.addWait(wait, event.getBoolean("agent"), event.getLong("ranNanos"));
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
            Trouble wait = new Trouble(
                    Delays.NO_CORE + thread,
                    endNanos - Math.max(nanos, event.getLong("sampleNanos")),
                    endNanos,
                    nanos,
                    event.getLong("turns"));
            cores.addSampled(
                    wait,
                    event.getLong("accountedFromNanos"),
                    event.getLong("accountedNanos"),
                    event.getLong("samplerNanos"));
        }
    }
}
