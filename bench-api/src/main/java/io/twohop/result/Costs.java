package io.twohop.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * The resources that a run used, as Linux counts them, from just before the measured window until it ends. A thread that spins uses its
 * core with or without work.
 *
 * @param seconds length of the counted time
 * @param messages that reached a sink in that time
 * @param processes the measuring process first, then the service's and those of servers that the run started
 * @param elsewhereCpuSeconds CPU time of everything else on the machine, the kernel's own threads included; null if unknown
 * @param loopbackBytes bytes through the loopback device, from any process; null if unknown
 */
public record Costs(
        double seconds, long messages, List<ProcessCost> processes, Double elsewhereCpuSeconds, Long loopbackBytes) {
    /** The name of the measuring process. */
    public static final String MEASURING = "bench";

    /** Cores that everything else may use before the machine counts as busy. */
    public static final double BUSY_ELSEWHERE = 0.25;

    private static final double MICROS = 1e6;

    public Costs {
        processes = List.copyOf(processes);
    }

    /**
     * The resources of one process.
     *
     * @param name {@code bench} for the one that measures, {@code service}, or a server's, such as {@code broker-1}
     * @param residentBytes of memory at the end; null if unknown
     * @param readBytes from storage; null if unknown
     * @param writtenBytes to storage, buffered writes included; a disk in memory does not count; null if unknown
     * @param threads those that used any, the busiest first
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
     * Threads of one process with the same name.
     *
     * @param part their purpose: agents by their roles, such as {@code generator+sink}, {@code client} for those of
     *     the transport's library, {@code gc}, {@code compiler}, {@code jvm}, {@code harness}; of a server, {@code server}
     * @param name as Linux keeps it, without the number at its end
     * @param count number of threads
     * @param cpuSeconds that they ran
     * @param kernelSeconds that they ran in the kernel, by samples
     * @param waitedSeconds that they were ready to run and had no CPU
     * @param switches number of times that they got a CPU
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

        /** Returns whether messages wait for these threads: all but those of the JVM and the harness. */
        public boolean carriesMessages() {
            return !BESIDE_THE_PATH.contains(part);
        }
    }

    /** Returns the CPU time of all processes of the run. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double cpuSeconds() {
        return processes.stream().mapToDouble(ProcessCost::cpuSeconds).sum();
    }

    /** Returns the mean number of cores that the run used. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double cores() {
        return seconds == 0 ? 0 : cpuSeconds() / seconds;
    }

    /** Returns the mean number of cores that everything else used; 0 if unknown. */
    public double elsewhereCores() {
        return elsewhereCpuSeconds == null || seconds == 0 ? 0 : elsewhereCpuSeconds / seconds;
    }

    /** Returns the CPU time per message in microseconds; null if none arrived. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public Double cpuMicrosPerMessage() {
        return messages == 0 ? null : MICROS * cpuSeconds() / messages;
    }

    /** Returns messages per second of one core; null if no CPU time was counted. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public Double messagesPerCoreSecond() {
        return cpuSeconds() == 0 ? null : messages / cpuSeconds();
    }

    /** Returns the kernel's share of the CPU time, from 0 to 1. */
    @JsonProperty(access = JsonProperty.Access.READ_ONLY)
    public double kernelShare() {
        return cpuSeconds() == 0
                ? 0
                : threads().mapToDouble(ThreadCost::kernelSeconds).sum() / cpuSeconds();
    }

    /** Returns the cores that each part used: the parts of the measuring process first, then each other process. */
    public Map<String, Double> coresByPart() {
        return perSecond(ThreadCost::cpuSeconds);
    }

    /** Returns seconds per second that the threads of each part waited for a core. */
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
