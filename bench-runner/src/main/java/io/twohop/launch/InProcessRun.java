package io.twohop.launch;

import io.twohop.codec.CodecProvider;
import io.twohop.config.ConfigException;
import io.twohop.engine.Engine;
import io.twohop.engine.ForkCollector;
import io.twohop.engine.Measurement;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunListeners;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.recording.FlightRecording;
import io.twohop.registry.Providers;
import io.twohop.result.Fork;
import io.twohop.sandbox.Sandbox;
import io.twohop.transport.kit.OwnedDirectory;
import io.twohop.workload.JvmOptions;
import io.twohop.workload.Load;
import io.twohop.workload.Mode;
import io.twohop.workload.Scenario;
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
        Load load = measurement.scenario().load();
        this.collector = new ForkCollector(number, load.perSecond(), load.seconds());
    }

    /**
     * Refuses what only a JVM of its own can do.
     *
     * @throws ConfigException with what to do instead
     */
    static void check(RunPlan plan, Measurement measurement) {
        Scenario scenario = measurement.scenario();
        if (scenario.load().mode() == Mode.MAX_RATE) {
            throw ConfigException.invalid("mode", "max-rate", "another mode in this process; fork for a search");
        }
        if (scenario.service().process()) {
            throw ConfigException.invalid(
                    "service.process", true, "no other process where all is measured in this one; fork for it");
        }
        if (Sandbox.of(scenario.faults()).isNeeded()) {
            throw ConfigException.invalid(
                    "faults", "network or disk", "none of its own where all is measured in this process; fork for it");
        }
        if (!scenario.jvm().equals(JvmOptions.defaults())) {
            throw ConfigException.invalid(
                    "jvm", scenario.jvm().toFlags(), "nothing in this process, whose JVM runs already; fork for it");
        }
        CodecProvider codec = Providers.codec(plan.transport().common().codec());
        JvmFlags.check(ForkCommand.flags(measurement.transport().provider(), codec));
    }

    @Override
    public Fork run() throws IOException, InterruptedException {
        monitor = Thread.currentThread();
        Files.createDirectories(plan.dataDirectory());
        FlightRecording recording = plan.recording() == null
                ? null
                : new FlightRecording(measurement.scenario().jfr(), plan.recording());
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
            OwnedDirectory.delete(plan.dataDirectory());
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
