package io.twohop.result;

import java.util.Map;

/**
 * Pauses of the measuring JVM over some part of its run.
 *
 * @param collections pauses of the garbage collector by kind: young, mixed, full, and those of concurrent cycles
 * @param concurrentCycles collections beside the running application
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
    /** Returns the pauses of every kind together. */
    public Times allCollections() {
        return collections.values().stream().reduce(Times.NONE, Times::plus);
    }
}
