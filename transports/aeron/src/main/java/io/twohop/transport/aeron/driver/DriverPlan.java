package io.twohop.transport.aeron.driver;

import io.twohop.workload.JvmOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A plan for a media driver that the run starts.
 *
 * @param network whether messages go through the driver's sender and receiver
 * @param freeCores number of cores that the run's own threads leave
 * @param properties further system properties of that process
 */
public record DriverPlan(
        Threading threading,
        DriverIdle idle,
        boolean network,
        int freeCores,
        Optional<ArchivePlan> archive,
        JvmOptions jvm,
        Map<String, String> properties) {

    /** Resolves what the configuration leaves open. */
    public DriverPlan {
        threading = threading.resolved(network, freeCores);
        idle = idle.resolved(network, threading.threads(), freeCores);
        properties = Map.copyOf(properties);
    }

    /**
     * The archive beside a driver.
     *
     * @param segmentBytes length of each file of a recording
     */
    public record ArchivePlan(String directory, int syncLevel, int segmentBytes) {}

    /** Returns the arguments of {@link DriverMain}, from which {@link #of} restores the plan. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(threading.name(), idle.name()));
        archive.ifPresent(own -> arguments.addAll(
                List.of(own.directory(), Integer.toString(own.syncLevel()), Integer.toString(own.segmentBytes()))));
        return arguments;
    }

    static DriverPlan of(List<String> arguments) {
        Optional<ArchivePlan> archive = arguments.size() < 3
                ? Optional.empty()
                : Optional.of(new ArchivePlan(
                        arguments.get(2), Integer.parseInt(arguments.get(3)), Integer.parseInt(arguments.get(4))));
        return new DriverPlan(
                Threading.valueOf(arguments.get(0)),
                DriverIdle.valueOf(arguments.get(1)),
                true,
                0,
                archive,
                JvmOptions.defaults(),
                Map.of());
    }

    /** Number of threads that are busy while messages flow. */
    public int busyThreads() {
        return (network ? threading.threads() : 0) + (archive.isPresent() ? 1 : 0);
    }
}
