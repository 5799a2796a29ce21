package io.twohop.result;

import io.twohop.account.Throughput;
import io.twohop.workload.Probe;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures by which forks are compared: a row of {@code forks.csv}. Latencies are nanoseconds from the intended time. Higher is
 * better for names that end in {@code PerSecond}, lower for all others.
 */
public final class ForkMetrics {
    /** Suffix of figures for which higher is better. */
    public static final String RATE_SUFFIX = "PerSecond";

    /** The column with the names of figures that the machine may have decided. */
    public static final String UNTRUSTED = "untrusted";

    private static final double NANOS_PER_MICRO = 1e3;

    private ForkMetrics() {}

    /** Returns the names of figures that the machine may have decided. */
    public static List<String> untrusted(Fork fork) {
        List<String> names = new ArrayList<>();
        for (Probe probe : Probe.values()) {
            fork.untrusted(probe).forEach(label -> names.add(probe.key() + "." + label));
        }
        return names;
    }

    /** Returns the figures of a fork by name. */
    public static Map<String, Double> of(Fork fork) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put("achieved.messagesPerSecond", fork.rates().achievedPerSecond());
        fork.throughput().ifPresent(throughput -> {
            put(metrics, "publisher", throughput.publisher());
            put(metrics, "subscriber", throughput.subscriber());
            put(metrics, "overall", throughput.overall());
        });
        Drain.worst(fork.faults().stream().toList()).ifPresent(drain -> put(metrics, drain));
        fork.probes().forEach((probe, latency) -> {
            latency.percentilesNanos()
                    .forEach((label, nanos) -> metrics.put(probe.key() + "." + label, nanos.doubleValue()));
            if (latency.count() > 0) {
                metrics.put(probe.key() + ".max", (double) latency.maxNanos());
            }
        });
        fork.costs()
                .map(Costs::cpuMicrosPerMessage)
                .ifPresent(micros -> metrics.put("cpu.perMessageNanos", NANOS_PER_MICRO * micros));
        fork.memory().ifPresent(memory -> put(metrics, memory));
        return metrics;
    }

    private static void put(Map<String, Double> metrics, String name, Throughput.Part part) {
        metrics.put(name + ".messagesPerSecond", part.messagesPerSecond());
        metrics.put(name + ".megabytesPerSecond", part.megabytesPerSecond());
    }

    private static void put(Map<String, Double> metrics, Drain drain) {
        metrics.put("backlog.drainedPerSecond", drain.arrivedPerSecond());
        if (drain.drainNanos() != null) {
            metrics.put("backlog.drainNanos", drain.drainNanos().doubleValue());
        }
        if (drain.steadyNanos() != null) {
            metrics.put("backlog.steadyNanos", drain.steadyNanos().doubleValue());
        }
    }

    private static void put(Map<String, Double> metrics, Memory memory) {
        if (memory.allocatedBytesPerMessage() != null) {
            metrics.put("memory.allocatedBytesPerMessage", memory.allocatedBytesPerMessage());
        }
        metrics.put("memory.peakUsedBytes", (double) memory.peakUsedBytes());
        Times collections = memory.window().allCollections();
        metrics.put("gc.pauses", (double) collections.count());
        metrics.put("gc.pauseNanos", (double) collections.totalNanos());
        metrics.put("gc.longestPauseNanos", (double) collections.maxNanos());
    }
}
