package io.twohop.launch;

import io.twohop.codec.CodecProvider;
import io.twohop.config.ConfigException;
import io.twohop.config.Texts;
import io.twohop.engine.Engine;
import io.twohop.engine.ForkCollector;
import io.twohop.engine.Measurement;
import io.twohop.engine.protocol.RunListener;
import io.twohop.engine.protocol.RunListeners;
import io.twohop.engine.protocol.RunPlan;
import io.twohop.finding.Finding;
import io.twohop.recording.FlightRecording;
import io.twohop.registry.Providers;
import io.twohop.result.Fork;
import io.twohop.sandbox.Sandbox;
import io.twohop.transport.kit.OwnedDirectory;
import io.twohop.transport.kit.RedactedLog;
import io.twohop.workload.JvmOptions;
import io.twohop.workload.Load;
import io.twohop.workload.Mode;
import io.twohop.workload.Scenario;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A measurement in this JVM, with threads of its own; the thread that calls {@link #run} is the monitor. */
final class InProcessRun implements Attempt {
    private static final Pattern MODULE = Pattern.compile("--add-(opens|exports)=([^/]+)/([^=]+)=ALL-UNNAMED");
    private static final Pattern PROPERTY = Pattern.compile("-D([^=]+)=(.*)");

    private final RunPlan plan;
    private final Measurement measurement;
    private final ForkCollector collector;
    private final RunListener progress;
    private volatile Optional<Thread> monitor = Optional.empty();
    private volatile boolean aborted;

    InProcessRun(int number, RunPlan plan, Measurement measurement, RunListener progress) {
        this.plan = plan;
        this.measurement = measurement;
        this.progress = progress;
        Load load = measurement.scenario().load();
        this.collector = new ForkCollector(number, load.perSecond(), load.seconds());
    }

    /**
     * Refuses workloads that need a JVM of their own.
     *
     * @throws ConfigException with the remedy
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
        checkFlags(ForkCommand.flags(measurement.transport().provider(), codec));
    }

    /** Refuses a JVM without the options that transport and codec need, with the line that gives them to a build's tests. */
    private static void checkFlags(Collection<String> needed) {
        List<String> missing = needed.stream().filter(flag -> !isInEffect(flag)).toList();
        if (!missing.isEmpty()) {
            throw ConfigException.invalid(
                    "JVM options",
                    "without " + String.join(" ", missing),
                    "to be forked, or in pom.xml for maven-surefire-plugin: <argLine>" + String.join(" ", needed)
                            + "</argLine>");
        }
    }

    /** Accepts a system property however it was set, since a build's tests set theirs before their first class. */
    private static boolean isInEffect(String flag) {
        Matcher property = PROPERTY.matcher(flag);
        if (property.matches()) {
            return property.group(2).equals(System.getProperty(property.group(1)));
        }
        Matcher module = MODULE.matcher(flag);
        if (!module.matches()) {
            return ManagementFactory.getRuntimeMXBean().getInputArguments().contains(flag);
        }
        Optional<Module> found = ModuleLayer.boot().findModule(module.group(2));
        Module ours = InProcessRun.class.getModule();
        String name = module.group(3);
        return found.isPresent()
                && found.get().getPackages().contains(name)
                && (module.group(1).equals("opens")
                        ? found.get().isOpen(name, ours)
                        : found.get().isExported(name, ours));
    }

    @Override
    public Fork run() throws IOException, InterruptedException {
        monitor = Optional.of(Thread.currentThread());
        Files.createDirectories(plan.serverLogs());
        FlightRecording recording = new FlightRecording(plan.recorder());
        String diagnosis = null;
        List<Finding> neighbours = List.of();
        try (Neighbours beside = Neighbours.of(plan)) {
            if (aborted) {
                return collector.toFork("interrupted");
            }
            try {
                new Engine(measurement, new RunListeners(collector, progress)).run();
            } finally {
                // A failed run may have failed because of them.
                neighbours = beside.found();
            }
        } catch (InterruptedException e) {
            diagnosis = "interrupted";
        } catch (Exception | LinkageError e) {
            diagnosis = Texts.of(e);
        } finally {
            monitor = Optional.empty();
            recording.close();
            RedactedLog.handOver(plan.serverLogs(), plan.logDirectory());
            OwnedDirectory.delete(plan.dataDirectory());
        }
        return collector.toFork(diagnosis).disturbed(neighbours);
    }

    @Override
    public void abort() {
        aborted = true;
        monitor.ifPresent(Thread::interrupt);
    }
}
