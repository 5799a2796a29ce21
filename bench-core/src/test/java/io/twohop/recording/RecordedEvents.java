package io.twohop.recording;

import java.io.IOException;
import java.nio.file.Path;
import jdk.jfr.Recording;

/** A flight recording of this JVM to which tests add a run's events. */
public final class RecordedEvents implements AutoCloseable {
    private final Recording recording = new Recording();

    public RecordedEvents() {
        recording.enable("jdk.SafepointBegin");
        recording.enable("jdk.SafepointEnd");
        recording.start();
    }

    /** Marks the start of a run whose window has these ends, in {@link System#nanoTime()}. */
    public void started(long windowStartNanos, long windowEndNanos) {
        MeasurementStarted event = new MeasurementStarted();
        event.windowStartNanos = windowStartNanos;
        event.windowEndNanos = windowEndNanos;
        event.collectors = RunEvents.collectors();
        event.nanoTime = System.nanoTime();
        event.commit();
    }

    /** Adds a wake-up of the sampler, late by all that time, while other threads of the process ran. */
    public void wokenLateWhileTheJvmRan(long dueNanos, long ranNanos) {
        PlatformStall event = new PlatformStall();
        event.asleepNanos = dueNanos;
        event.dueNanos = dueNanos;
        event.ranNanos = ranNanos;
        event.processRanNanos = ranNanos - dueNanos;
        event.commit();
    }

    /** Adds waits of a thread that runs no agent. */
    public void waited(String thread, long ranNanos, long waitedNanos, long turns, long startNanos, long endNanos) {
        PathWait.commit(thread, ranNanos, waitedNanos, turns, startNanos, endNanos);
    }

    /** Adds waits of a thread that agents run on. */
    public void agentWaited(String thread, long waitedNanos, long turns, long startNanos, long endNanos) {
        PathWait.commitOfAgent(thread, waitedNanos, turns, startNanos, endNanos);
    }

    /** Adds who had the only core: an agent, other threads of the run, and other programs. */
    public void used(long agentNanos, long measuredNanos, long othersNanos, long startNanos, long endNanos) {
        CoreUse event = new CoreUse();
        event.startNanos = startNanos;
        event.agents = 1;
        event.agentsNanos = agentNanos;
        event.measuredNanos = measuredNanos;
        event.machineNanos = agentNanos + measuredNanos + othersNanos;
        event.cores = 1;
        event.endNanos = endNanos;
        event.commit();
    }

    /** Ends the recording and writes it to a file. */
    public void dump(Path file) throws IOException {
        recording.stop();
        recording.dump(file);
    }

    @Override
    public void close() {
        recording.close();
    }
}
