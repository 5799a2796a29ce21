package io.twohop.result;

import io.twohop.account.Throughput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of a fork that forks are compared by: a row of {@code forks.csv}. Latencies are nanoseconds from the intended
 * time; what ends in {@code PerSecond} is the better the higher, everything else the lower.
 */
public final class ForkMetrics {
    /** What is the better the higher ends in it. */
    public static final String RATE_SUFFIX = "PerSecond";

    /** The column that names those which the machine may have decided. */
    public static final String UNTRUSTED = "untrusted";

    private static final double NANOS_PER_MICRO = 1e3;

    private ForkMetrics() {}

    /** The names of those that the machine may have decided. */
    public static List<String> untrusted(Fork fork) {
        List<String> names = new ArrayList<>();
        if (fork.trust() != null) {
            fork.trust()
                    .probes()
                    .forEach((probe, part) -> part.untrusted().forEach(label -> names.add(probe.key() + "." + label)));
        }
        return names;
    }

    /** By name; without those that the fork does not tell. */
    public static Map<String, Double> of(Fork fork) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        metrics.put("achieved.messagesPerSecond", fork.rates().achievedPerSecond());
        if (fork.throughput() != null) {
            put(metrics, "publisher", fork.throughput().publisher());
            put(metrics, "subscriber", fork.throughput().subscriber());
            put(metrics, "overall", fork.throughput().overall());
        }
        fork.probes().forEach((probe, latency) -> {
            latency.percentilesNanos()
                    .forEach((label, nanos) -> metrics.put(probe.key() + "." + label, nanos.doubleValue()));
            if (latency.count() > 0) {
                metrics.put(probe.key() + ".max", (double) latency.maxNanos());
            }
        });
        if (fork.costs() != null && fork.costs().cpuMicrosPerMessage() != null) {
            metrics.put("cpu.perMessageNanos", NANOS_PER_MICRO * fork.costs().cpuMicrosPerMessage());
        }
        if (fork.memory() != null) {
            put(metrics, fork.memory());
        }
        return metrics;
    }

    private static void put(Map<String, Double> metrics, String name, Throughput.Part part) {
        metrics.put(name + ".messagesPerSecond", part.messagesPerSecond());
        metrics.put(name + ".megabytesPerSecond", part.megabytesPerSecond());
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
