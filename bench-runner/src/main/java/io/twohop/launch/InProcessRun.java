package io.twohop.launch;

import io.twohop.codec.CodecProvider;
import io.twohop.config.ConfigException;
import io.twohop.engine.Engine;
import io.twohop.engine.ForkCollector;
import io.twohop.engine.Measurement;
import io.twohop.engine.PrivateDirectory;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunListeners;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.recording.FlightRecording;
import io.twohop.registry.Providers;
import io.twohop.result.Fork;
import io.twohop.sandbox.Sandbox;
import io.twohop.workload.JvmOptions;
import io.twohop.workload.Mode;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;

/** A measurement in this JVM. Its own threads measure; the thread that calls {@link #run} is the monitor. */
final class InProcessRun implements Attempt {
    private final RunPlan plan;
    private final Measurement measurement;
    private final ForkCollector collector;
    private final RunListener progress;
    private volatile Thread monitor;
    private volatile boolean aborted;

    InProcessRun(int number, RunPlan plan, Measurement measurement, RunListener progress) {
        this.plan = plan;
        this.measurement = measurement;
        this.progress = progress;
        Workload workload = measurement.workload();
        this.collector = new ForkCollector(
                number,
                workload.cells().get(0).ratePerSecond(),
                workload.duration().toNanos() / 1e9);
    }

    /**
     * Refuses what only a JVM of its own can do.
     *
     * @throws ConfigException with what to do instead
     */
    static void check(RunPlan plan, Measurement measurement) {
        Workload workload = measurement.workload();
        if (workload.mode() == Mode.MAX_RATE) {
            throw ConfigException.invalid("mode", "max-rate", "another mode in this process; fork for a search");
        }
        if (workload.service().process()) {
            throw ConfigException.invalid(
                    "service.process", true, "no other process where all is measured in this one; fork for it");
        }
        if (Sandbox.of(workload).isNeeded()) {
            throw ConfigException.invalid(
                    "faults", "network or disk", "none of its own where all is measured in this process; fork for it");
        }
        if (!workload.jvm().equals(JvmOptions.defaults())) {
            throw ConfigException.invalid(
                    "jvm", workload.jvm().toFlags(), "nothing in this process, whose JVM runs already; fork for it");
        }
        CodecProvider codec = Providers.codec(plan.transport().common().codec());
        JvmFlags.check(ForkCommand.flags(measurement.provider(), codec));
    }

    @Override
    public Fork run() throws IOException, InterruptedException {
        monitor = Thread.currentThread();
        Files.createDirectories(plan.dataDirectory());
        FlightRecording recording = plan.recording() == null
                ? null
                : new FlightRecording(measurement.workload().jfr(), plan.recording());
        String diagnosis = null;
        try {
            if (aborted) {
                return collector.toFork("interrupted");
            }
            new Engine(measurement, new RunListeners(collector, progress)).run();
        } catch (InterruptedException e) {
            diagnosis = "interrupted";
        } catch (Exception | LinkageError e) {
            diagnosis = e.getMessage() == null ? e.toString() : e.getMessage();
        } finally {
            monitor = null;
            if (recording != null) {
                recording.close();
            }
            PrivateDirectory.delete(plan.dataDirectory());
        }
        return collector.toFork(diagnosis);
    }

    @Override
    public void abort() {
        aborted = true;
        Thread running = monitor;
        if (running != null) {
            running.interrupt();
        }
    }
}
