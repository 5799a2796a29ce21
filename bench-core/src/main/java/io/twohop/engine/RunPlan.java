package io.twohop.engine;

import io.twohop.config.YamlDocument;
import io.twohop.registry.TransportFile;
import io.twohop.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One measurement to make, in a form that can be handed to another JVM.
 *
 * @param runId unique among runs; names channels, directories and whatever the transport creates
 * @param workloadName where the workload came from
 * @param workloadYaml the workload in effect, with one cell
 * @param transportName where the transport came from, as the user called it
 * @param transportYaml the transport file in effect, with what the cell sets of it
 * @param dataDirectory private to this measurement, deleted after it
 * @param logDirectory where logs that outlive it belong
 * @param recording the file of its flight recording; null for none
 * @param joins whether it is the part of a run that another process has begun
 * @param server the address of a server that is shared with other runs, or was started by that other process; null for none
 */
public record RunPlan(
        String runId,
        String workloadName,
        String workloadYaml,
        String transportName,
        String transportYaml,
        Path dataDirectory,
        Path logDirectory,
        Path recording,
        boolean joins,
        String server) {
    /** The same for a workload derived from this one's, recorded elsewhere. */
    public RunPlan with(Workload other, Path itsRecording) {
        return new RunPlan(
                runId,
                workloadName,
                other.toDocument().toYaml(),
                transportName,
                transportYaml,
                dataDirectory,
                dataDirectory.getParent(),
                itsRecording,
                joins,
                server);
    }

    /**
     * The same for one of several measurements in one JVM: with names and a directory of its own.
     *
     * @param address of the server that they share; null for none
     */
    RunPlan trial(int number, Workload single, String address) throws IOException {
        return new RunPlan(
                runId + "-" + number,
                workloadName,
                single.toDocument().toYaml(),
                transportName,
                transportYaml,
                Files.createDirectories(dataDirectory.resolve("trial-" + number)),
                logDirectory,
                null,
                joins,
                address);
    }

    /**
     * The same for another process of the run.
     *
     * @param address of the server that this one started; null for none
     */
    RunPlan joining(String address) {
        return new RunPlan(
                runId,
                workloadName,
                workloadYaml,
                transportName,
                transportYaml,
                dataDirectory,
                logDirectory,
                null,
                true,
                address == null ? server : address);
    }

    /** The workload, parsed again. */
    public Workload workload() {
        return Workload.read(YamlDocument.parse(workloadName, workloadYaml));
    }

    /** The transport file, parsed again. */
    public TransportFile transportFile() {
        return TransportFile.of(YamlDocument.parse(transportName, transportYaml));
    }
}
