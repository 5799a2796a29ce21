package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What a run took of its machine, as Linux counts it: from just before the measured window to its end. A thread that spins
 * takes its core whether there is work or not.
 *
 * @param seconds that it was counted for
 * @param messages that reached a sink meanwhile
 * @param processes the one that measures first, then the service's and those of servers that the run started itself
 * @param elsewhereCpuSeconds that everything else on the machine took, the kernel's own threads included; null where not known
 * @param loopbackBytes that went through the loopback device, from any process; null where not known
 */
public record Costs(
        double seconds, long messages, List<ProcessCost> processes, Double elsewhereCpuSeconds, Long loopbackBytes) {
    /** The name of the process that measures. */
    public static final String MEASURING = "bench";

    /** Cores that everything else may take before the machine counts as busy. */
    public static final double BUSY_ELSEWHERE = 0.25;

    private static final double MICROS = 1e6;

    public Costs {
        processes = List.copyOf(processes);
    }

    /**
     * One process.
     *
     * @param name {@code bench} for the one that measures, {@code service}, or a server's, such as {@code broker-1}
     * @param residentBytes of memory at the end; null where not known
     * @param readBytes from storage; null where not known
     * @param writtenBytes to storage, or on the way there; memory that looks like a disk does not count; null where not known
     * @param threads those that took anything, the busiest first
     */
    public record ProcessCost(
            String name, Long residentBytes, Long readBytes, Long writtenBytes, List<ThreadCost> threads) {
        public ProcessCost {
            threads = List.copyOf(threads);
        }

        @JsonProperty(access = JsonProperty.Access.READ_ONLY)
        public double cpuSeconds() {
            return threads.stream().mapToDouble(ThreadCost::cpuSeconds).sum();
        }
    }

    /**
     * Threads of one process that are called alike.
     *
     * @param part what they are there for: agents by their roles, such as {@code generator+sink}, {@code client} for those of
     *     the transport's library, {@code gc}, {@code compiler}, {@code jvm}, {@code harness}; of a server, {@code server}
     * @param name as Linux keeps it, without the number at its end
     * @param count how many there were
     * @param cpuSeconds that they ran
     * @param kernelSeconds that they ran in the kernel, by samples
     * @param waitedSeconds that they were ready to run and had no CPU
     * @param switches how often they got a CPU
     */
    public record ThreadCost(
            String part,
            String name,
            int count,
            double cpuSeconds,
            double kernelSeconds,
            double waitedSeconds,
            long switches) {
        private static final Set<String> BESIDE_THE_PATH = Set.of("gc", "compiler", "jvm", "harness", "ended");

        /** Whether messages wait for these threads: all but those of the JVM and the harness. */
        public boolean carriesMessages() {
            return !BESIDE_THE_PATH.contains(part);
        }
    }

    /** Of all processes of the run. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double cpuSeconds() {
        return processes.stream().mapToDouble(ProcessCost::cpuSeconds).sum();
    }

    /** How many cores' worth of time the run took. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double cores() {
        return seconds == 0 ? 0 : cpuSeconds() / seconds;
    }

    /** How many cores' worth of time everything else took; 0 where not known. */
    public double elsewhereCores() {
        return elsewhereCpuSeconds == null || seconds == 0 ? 0 : elsewhereCpuSeconds / seconds;
    }

    /** What a message took of a CPU in all; null where none arrived. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public Double cpuMicrosPerMessage() {
        return messages == 0 ? null : MICROS * cpuSeconds() / messages;
    }

    /** How many messages a core carries in a second; null where none took any. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public Double messagesPerCoreSecond() {
        return cpuSeconds() == 0 ? null : messages / cpuSeconds();
    }

    /** The part of the CPU time that was the kernel's, from 0 to 1. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double kernelShare() {
        return cpuSeconds() == 0
                ? 0
                : threads().mapToDouble(ThreadCost::kernelSeconds).sum() / cpuSeconds();
    }

    /** How many cores each part took, the parts of the process that measures first, then the other processes as a whole. */
    public Map<String, Double> coresByPart() {
        return perSecond(ThreadCost::cpuSeconds);
    }

    /** The same of waiting for a core: seconds each second, of all threads of a part together. */
    public Map<String, Double> waitingByPart() {
        return perSecond(ThreadCost::waitedSeconds);
    }

    private Map<String, Double> perSecond(ToDoubleFunction<ThreadCost> taken) {
        Map<String, Double> byPart = new LinkedHashMap<>();
        for (ProcessCost process : processes) {
            for (ThreadCost thread : process.threads) {
                String part = process.name.equals(MEASURING) ? thread.part : process.name;
                byPart.merge(part, taken.applyAsDouble(thread) / seconds, Double::sum);
            }
        }
        return byPart;
    }

    private Stream<ThreadCost> threads() {
        return processes.stream().flatMap(process -> process.threads().stream());
    }
}
