package io.twohop.result;

import java.util.List;
import java.util.Optional;

/**
 * The machine and the JVM that measured. A flat list of facts: each is a field of {@code result.json}.
 *
 * @param java version of the Java runtime
 * @param vm name and version of the virtual machine
 * @param jvmFlags options of the JVM
 * @param classPath file names of its jars, and of those that their manifests name
 * @param os operating system and architecture
 * @param kernel release of the kernel
 * @param cpu model of the processor
 * @param cores processors available to the JVM
 * @param maxHeapBytes limit of the heap
 * @param clockSource the kernel's clock behind {@link System#nanoTime()}
 * @param nanoTimeNanos cost of one reading of that clock
 * @param handOverNanos time until a thread on one core sees a write of a thread on another; null if not measured
 * @param loadAverage the system's load over the minute before the run; negative if unknown
 * @param machine resources that the JVM may use
 * @param data file system of the run's data; null if unknown
 */
public record Environment(
        String java,
        String vm,
        List<String> jvmFlags,
        List<String> classPath,
        String os,
        String kernel,
        String cpu,
        int cores,
        long maxHeapBytes,
        String clockSource,
        double nanoTimeNanos,
        Double handOverNanos,
        double loadAverage,
        Machine machine,
        Storage data) {
    /** Returns the file system of the run's data; empty if unknown. */
    public Optional<Storage> storage() {
        return Optional.ofNullable(data);
    }

    /** Returns this environment with another place of the run's data. */
    public Environment keepingDataIn(Storage place) {
        return new Environment(
                java,
                vm,
                jvmFlags,
                classPath,
                os,
                kernel,
                cpu,
                cores,
                maxHeapBytes,
                clockSource,
                nanoTimeNanos,
                handOverNanos,
                loadAverage,
                machine,
                place);
    }
}
