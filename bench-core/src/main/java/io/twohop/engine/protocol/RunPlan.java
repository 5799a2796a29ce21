package io.twohop.engine.protocol;

import io.twohop.config.Nanos;
import io.twohop.measure.Window;
import io.twohop.pipeline.Role;
import io.twohop.registry.TransportFile;
import io.twohop.schedule.DuetSlices;
import io.twohop.schedule.SendingTime;
import io.twohop.transport.JvmRecorder;
import io.twohop.workload.Load;
import io.twohop.workload.Scenario;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A measurement to make, as data that {@link Protocol#JSON} hands to another JVM.
 *
 * @param runId unique among runs; names channels, directories, and what the transport creates
 * @param transport the transport file in effect, with the cell's dimensions, and the server if it runs already
 * @param dataDirectory private to this measurement, deleted after it
 * @param logDirectory directory for logs that outlive the measurement, and for its recording
 * @param recorder records the measuring JVM and those that it starts
 * @param joins whether another process has begun the run
 * @param sendingTime the part of the run's time in which it may send; the rest belongs to another run on this machine
 */
public record RunPlan(
        String runId,
        Scenario scenario,
        TransportFile transport,
        Path dataDirectory,
        Path logDirectory,
        JvmRecorder recorder,
        boolean joins,
        SendingTime sendingTime,
        RunPart part) {
    private static final String LOGS = "logs";
    private static final String TRIAL = "trial-";

    /**
     * Returns the plan of a run in one process, without a recording.
     *
     * @param data parent of the run's data directory
     */
    public static RunPlan of(String runId, Scenario scenario, TransportFile transport, Path data, Path logs) {
        return new RunPlan(
                runId,
                transport.common().deployed().in(scenario),
                transport,
                data.resolve(runId),
                logs.toAbsolutePath(),
                JvmRecorder.NONE,
                false,
                SendingTime.WHOLE,
                RunPart.WHOLE);
    }

    /** Returns the private directory of servers' logs: they may hold secrets, and get into {@link #logDirectory} without them. */
    public Path serverLogs() {
        return dataDirectory.resolve(LOGS);
    }

    /** Returns that directory and those of a search's trials that it could not finish; none if the run deleted its data itself. */
    public List<Path> serverLogsLeft() throws IOException {
        if (!Files.isDirectory(dataDirectory)) {
            return List.of();
        }
        List<Path> left = new ArrayList<>(List.of(serverLogs()));
        try (DirectoryStream<Path> trials = Files.newDirectoryStream(dataDirectory, TRIAL + "*")) {
            trials.forEach(trial -> left.add(trial.resolve(LOGS)));
        }
        return left;
    }

    /** Returns this plan with a recording of the scenario's level, which may be off. */
    public RunPlan recordedTo(String file) {
        return recordedBy(new JvmRecorder(scenario.jfr(), logDirectory.resolve(file), dataDirectory));
    }

    private RunPlan recordedBy(JvmRecorder other) {
        return new RunPlan(runId, scenario, transport, dataDirectory, logDirectory, other, joins, sendingTime, part);
    }

    /** Returns whether another run on this machine sends in turns with this one. */
    public boolean takesTurns() {
        return !sendingTime.equals(SendingTime.WHOLE);
    }

    /** Returns whether the process begins and ends together with others that it has not started. */
    public boolean hasPeers() {
        return part.hasPeers() || takesTurns();
    }

    /** Returns the number of processes that send the run's messages. */
    public int loads() {
        return part.share().loads();
    }

    public RunPlan takingTurns(DuetSlices itsSlices) {
        return new RunPlan(runId, scenario, transport, dataDirectory, logDirectory, recorder, joins, itsSlices, part);
    }

    /** Returns the time that sending for this long takes. */
    public long nanos(Duration sending) {
        return sendingTime.takenNanos(sending.toNanos());
    }

    /** Returns the run's window if warm-up begins at a time. */
    public Window window(long startNanos) {
        Load load = scenario.load();
        long measureStartNanos = startNanos + nanos(load.warmup());
        return new Window(startNanos, measureStartNanos, measureStartNanos + nanos(load.duration()));
    }

    /** Returns the number of seconds in which messages are due, if the run sends for this long. */
    public double sendingSeconds(Duration sending) {
        long nanos = nanos(sending);
        return sendingTime.ownNanos(nanos) / Nanos.PER_SECOND;
    }

    /** Returns this run with another scenario and transport, without logs to keep. */
    public RunPlan with(Scenario other, TransportFile otherTransport) {
        return new RunPlan(
                runId,
                other,
                otherTransport,
                dataDirectory,
                dataDirectory.getParent(),
                recorder,
                joins,
                SendingTime.WHOLE,
                RunPart.WHOLE);
    }

    /**
     * Returns the plan of one of several measurements in one JVM, with names and a directory of its own.
     *
     * @param address address of the server that they share
     */
    public RunPlan trial(int number, Scenario single, Optional<String> address) throws IOException {
        Path data = dataDirectory.resolve(TRIAL + number);
        RunPlan trial = new RunPlan(
                runId + "-" + number,
                single,
                transport.on(address),
                data,
                logDirectory,
                JvmRecorder.NONE,
                joins,
                SendingTime.WHOLE,
                RunPart.WHOLE);
        Files.createDirectories(trial.serverLogs());
        return trial;
    }

    /**
     * Returns the plan of the service's own process.
     *
     * @param address address of the server that this process started; {@code null} for none
     */
    public RunPlan joining(String address) {
        return recordedBy(JvmRecorder.NONE).part(RunPart.OWN_SERVICE, true, address);
    }

    /**
     * Returns the plan for one of the processes on several machines.
     *
     * @param joins whether another process has begun the run
     * @param address address of the server that one of them started; {@code null} for none
     */
    public RunPlan part(RunPart itsPart, boolean joins, String address) {
        return new RunPlan(
                runId,
                scenario,
                transport.on(Optional.ofNullable(address)),
                dataDirectory,
                logDirectory,
                recorder,
                joins,
                SendingTime.WHOLE,
                itsPart);
    }

    /** Returns the plan of a service that is started again during the run. */
    public RunPlan again() {
        RunPart next = part.in(Role.SERVICE_AGAIN);
        return new RunPlan(runId, scenario, transport, dataDirectory, logDirectory, recorder, joins, sendingTime, next);
    }
}
