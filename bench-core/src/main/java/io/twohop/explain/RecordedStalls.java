package io.twohop.explain;

import io.twohop.recording.GcKinds;
import io.twohop.result.Delays;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;

/** Times in which threads did not run, as the run itself noticed and recorded them. */
final class RecordedStalls {
    /** Linux counts a thread's CPU time up to its last tick, which is up to 10 ms ago. */
    private static final long CERTAIN_NANOS = 20_000_000;

    final List<Span> ofPlatform = new ArrayList<>();

    /** Stalls of the platform in which no watched thread ran. */
    final List<Span> stops = new ArrayList<>();

    final List<Span> waits = new ArrayList<>();
    final List<Span> collectorWaits = new ArrayList<>();
    final List<Span> blocks = new ArrayList<>();

    /** Late wake-ups that the machine caused; and those that the JVM may have caused itself. */
    private final List<Trouble> kept = new ArrayList<>();

    private final List<Trouble> stood = new ArrayList<>();

    /** Times in which all measuring threads stood still together. */
    final Stops standstills = new Stops();

    /** Waits for a core, and use of the cores. */
    final CoreShares cores = new CoreShares();

    /**
     * A late wake-up of the sampler.
     *
     * @param othersRanNanos CPU time of measuring and collecting threads meanwhile
     * @param processRanNanos CPU time of all threads of the process, to within a tick
     * @param jvmTurns number of times that the JVM's safepoint thread got a CPU
     */
    record LateWakeUp(
            long asleepNanos, long dueNanos, long ranNanos, long othersRanNanos, long processRanNanos, long jvmTurns) {
        /** The JVM polls about once a millisecond for threads that reach a safepoint. */
        private static final long NANOS_PER_TURN = 4_000_000;

        /** Returns whether threads of the process ran: then the process was not stopped but waited for them. */
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
        // Stops meanwhile are part of it, even during a collection.
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
     * @param everyNanos sleep of the sampler; 0 if unknown
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
