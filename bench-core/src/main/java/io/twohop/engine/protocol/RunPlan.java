package io.twohop.engine.protocol;

import io.twohop.registry.TransportFile;
import io.twohop.schedule.DuetSlices;
import io.twohop.workload.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * One measurement to make, as data: {@link Protocol#JSON} hands it to another JVM.
 *
 * @param runId unique among runs; names channels, directories and whatever the transport creates
 * @param scenario settings of the run
 * @param transport the transport file in effect, with what the cell sets of it, and the server where that runs already
 * @param dataDirectory private to this measurement, deleted after it
 * @param logDirectory where logs that outlive it belong
 * @param recording the file of its flight recording; null for none
 * @param joins whether it is the part of a run that another process has begun
 * @param slices of a run that takes turns with another on this machine; null of any other
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
    private static final double NANOS_PER_SECOND = 1e9;

    /**
     * Of a run of its own.
     *
     * @param data where the run has a directory of its name
     * @param logs where its logs and its recording belong
     * @param recording the name of its recording; null for none
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

    /** Whether it begins and ends together with others. */
    public boolean hasPeers() {
        return part.spread() || slices != null;
    }

    /** How many processes send the run's messages. */
    public int loads() {
        return part.share().loads();
    }

    /** The same in turns with another run. */
    public RunPlan takingTurns(DuetSlices itsSlices) {
        return new RunPlan(runId, scenario, transport, dataDirectory, logDirectory, recording, joins, itsSlices, part);
    }

    /** How long it takes to send for that long. */
    public long nanos(Duration sending) {
        return slices == null ? sending.toNanos() : slices.blocksNanos(sending.toNanos());
    }

    /** For how many seconds messages are due in what that takes. */
    public double sendingSeconds(Duration sending) {
        long nanos = nanos(sending);
        return (slices == null ? nanos : slices.ownNanos(nanos)) / NANOS_PER_SECOND;
    }

    /** Returns this run with another scenario and transport, recorded elsewhere, whose logs nobody keeps. */
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
     * The same for one of several measurements in one JVM: with names and a directory of its own.
     *
     * @param address of the server that they share; null for none
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
     * The same for another process of the run.
     *
     * @param address of the server that this one started; null for none
     */
    public RunPlan joining(String address) {
        TransportFile joined = address == null ? transport : transport.on(address);
        return new RunPlan(runId, scenario, joined, dataDirectory, logDirectory, null, true, null, RunPart.WHOLE);
    }

    /**
     * The same for one of the processes of several machines.
     *
     * @param joins whether another of them has begun it
     * @param address of the server that one of them started; null for none
     */
    public RunPlan part(RunPart itsPart, boolean joins, String address) {
        TransportFile joined = address == null ? transport : transport.on(address);
        return new RunPlan(runId, scenario, joined, dataDirectory, logDirectory, recording, joins, null, itsPart);
    }
}
