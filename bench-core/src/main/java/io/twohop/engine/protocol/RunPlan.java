package io.twohop.engine.protocol;

import io.twohop.config.Nanos;
import io.twohop.pipeline.Role;
import io.twohop.registry.TransportFile;
import io.twohop.schedule.DuetSlices;
import io.twohop.schedule.SendingTime;
import io.twohop.workload.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A measurement to make, as data that {@link Protocol#JSON} hands to another JVM.
 *
 * @param runId unique among runs; names channels, directories, and what the transport creates
 * @param scenario settings of the run
 * @param transport the transport file in effect, with the cell's dimensions, and the server if it runs already
 * @param dataDirectory private to this measurement, deleted after it
 * @param logDirectory directory for logs that outlive the measurement
 * @param recording file of the flight recording; {@code null} for none
 * @param joins whether another process has begun the run
 * @param slices slices of a run that takes turns with another on this machine; {@code null} for any other run
 * @param part the part that this process has
 */
public record RunPlan(
        String runId,
        Scenario scenario,
        TransportFile transport,
        Path dataDirectory,
        Path logDirectory,
        Path recording,
        boolean joins,
        DuetSlices slices,
        RunPart part) {

    /**
     * Returns the plan of a run in one process.
     *
     * @param data parent of the run's data directory
     * @param logs directory for its logs and its recording
     * @param recording name of its recording; {@code null} for none
     */
    public static RunPlan of(
            String runId, Scenario scenario, TransportFile transport, Path data, Path logs, String recording) {
        Path kept = logs.toAbsolutePath();
        return new RunPlan(
                runId,
                scenario,
                transport,
                data.resolve(runId),
                kept,
                recording == null ? null : kept.resolve(recording),
                false,
                null,
                RunPart.WHOLE);
    }

    /** Returns whether the process begins and ends together with others that it has not started. */
    public boolean hasPeers() {
        return part.hasPeers() || slices != null;
    }

    /** Returns the number of processes that send the run's messages. */
    public int loads() {
        return part.share().loads();
    }

    /** Returns this plan in turns with another run. */
    public RunPlan takingTurns(DuetSlices itsSlices) {
        return new RunPlan(runId, scenario, transport, dataDirectory, logDirectory, recording, joins, itsSlices, part);
    }

    /** Returns the part of the run's time in which it may send. */
    public SendingTime sendingTime() {
        return slices == null ? SendingTime.WHOLE : slices;
    }

    /** Returns the time that sending for this long takes. */
    public long nanos(Duration sending) {
        return sendingTime().takenNanos(sending.toNanos());
    }

    /** Returns the number of seconds in which messages are due, if the run sends for this long. */
    public double sendingSeconds(Duration sending) {
        long nanos = nanos(sending);
        return sendingTime().ownNanos(nanos) / Nanos.PER_SECOND;
    }

    /** Returns this run with another scenario and transport, recorded elsewhere, without logs to keep. */
    public RunPlan with(Scenario other, TransportFile otherTransport, Path itsRecording) {
        return new RunPlan(
                runId,
                other,
                otherTransport,
                dataDirectory,
                dataDirectory.getParent(),
                itsRecording,
                joins,
                null,
                RunPart.WHOLE);
    }

    /**
     * Returns the plan of one of several measurements in one JVM, with names and a directory of its own.
     *
     * @param address address of the server that they share; {@code null} for none
     */
    public RunPlan trial(int number, Scenario single, String address) throws IOException {
        Path data = Files.createDirectories(dataDirectory.resolve("trial-" + number));
        return new RunPlan(
                runId + "-" + number,
                single,
                transport.on(address),
                data,
                logDirectory,
                null,
                joins,
                null,
                RunPart.WHOLE);
    }

    /**
     * Returns the plan of the service's own process.
     *
     * @param address address of the server that this process started; {@code null} for none
     */
    public RunPlan joining(String address) {
        TransportFile joined = address == null ? transport : transport.on(address);
        return new RunPlan(runId, scenario, joined, dataDirectory, logDirectory, null, true, null, RunPart.OWN_SERVICE);
    }

    /**
     * Returns the plan for one of the processes on several machines.
     *
     * @param joins whether another process has begun the run
     * @param address address of the server that one of them started; {@code null} for none
     */
    public RunPlan part(RunPart itsPart, boolean joins, String address) {
        TransportFile joined = address == null ? transport : transport.on(address);
        return new RunPlan(runId, scenario, joined, dataDirectory, logDirectory, recording, joins, null, itsPart);
    }

    /** Returns the plan of a service that is started again during the run. */
    public RunPlan again() {
        return new RunPlan(
                runId,
                scenario,
                transport,
                dataDirectory,
                logDirectory,
                recording,
                joins,
                slices,
                part.in(Role.SERVICE_AGAIN));
    }
}
