package io.twohop.result;

import java.util.Map;

/**
 * What held the measuring JVM up, over some part of its run.
 *
 * @param collections pauses of the garbage collector by kind: young, mixed, full, and those of concurrent cycles
 * @param concurrentCycles collections that went on beside the application
 * @param safepoints all stops of the JVM, those for collections included
 * @param longestTimeToSafepointNanos the longest that a stop waited for the last thread
 * @param compilations of methods, by the JVM's own threads
 */
public record Pauses(
        Map<String, Times> collections,
        long concurrentCycles,
        Times safepoints,
        long longestTimeToSafepointNanos,
        Times compilations) {
    /** Pauses of every kind together. */
    public Times allCollections() {
        return collections.values().stream().reduce(Times.NONE, Times::plus);
    }
}
