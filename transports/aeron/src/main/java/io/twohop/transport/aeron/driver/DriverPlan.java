package io.twohop.transport.aeron.driver;

import io.twohop.workload.JvmOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * How a media driver of the run's own is to be started.
 *
 * @param threading as asked for
 * @param idle as asked for
 * @param network whether messages go through its sender and receiver
 * @param freeCores that the run's own threads leave
 * @param archive the archive beside it; null where there is none
 * @param jvm of its own process
 * @param properties further system properties of that
 */
public record DriverPlan(
        Threading threading,
        DriverIdle idle,
        boolean network,
        int freeCores,
        ArchivePlan archive,
        JvmOptions jvm,
        Map<String, String> properties) {

    /** Decides what is left open. */
    public DriverPlan {
        threading = threading.resolved(network, freeCores);
        idle = idle.resolved(network, threading.threads(), freeCores);
        properties = Map.copyOf(properties);
    }

    /**
     * The archive beside a driver.
     *
     * @param directory where it keeps recordings
     * @param syncLevel its file sync level
     * @param segmentBytes of each file of a recording
     */
    public record ArchivePlan(String directory, int syncLevel, int segmentBytes) {}

    /** The arguments of {@link DriverMain}, from which {@link #of} makes the same plan. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(threading.name(), idle.name()));
        if (archive != null) {
            arguments.add(archive.directory());
            arguments.add(Integer.toString(archive.syncLevel()));
            arguments.add(Integer.toString(archive.segmentBytes()));
        }
        return arguments;
    }

    /** The plan that was written as these arguments. */
    static DriverPlan of(List<String> arguments) {
        ArchivePlan archive = arguments.size() < 3
                ? null
                : new ArchivePlan(
                        arguments.get(2), Integer.parseInt(arguments.get(3)), Integer.parseInt(arguments.get(4)));
        return new DriverPlan(
                Threading.valueOf(arguments.get(0)),
                DriverIdle.valueOf(arguments.get(1)),
                true,
                0,
                archive,
                JvmOptions.defaults(),
                Map.of());
    }

    /** How many threads are busy while messages flow. */
    public int busyThreads() {
        return (network ? threading.threads() : 0) + (archive == null ? 0 : 1);
    }
}
