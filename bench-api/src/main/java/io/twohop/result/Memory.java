package io.twohop.result;

import java.util.List;

/**
 * Memory of one fork in the measured window, from its flight recording. A flat list of counters: each is a field of
 * {@code result.json}.
 *
 * @param collector its common name, such as G1
 * @param maxHeapBytes limit of the heap
 * @param peakUsedBytes the highest use, sampled before each collection and each second
 * @param peakUsedWholeRunBytes the same with warm-up and drain
 * @param liveBytes the lowest use after a collection in the window, or after the last one before it; null without a collection
 * @param allocatedBytes by all threads but the harness's own
 * @param harnessAllocatedBytes by the harness's monitor and the flight recorder
 * @param allocatedBytesPerMessage {@code allocatedBytes} per message that arrived in the window; null if none did
 * @param classesLoaded in the window
 * @param openFilesBefore files and sockets that were open when measuring began; null if unknown
 * @param openFilesAfter the same when it ended
 * @param window pauses of the JVM in the window
 * @param wholeRun the same with warm-up and drain
 * @param topClasses the most allocated classes, by sampled size
 * @param topSites the methods that allocated most, by sampled size
 */
public record Memory(
        String collector,
        long maxHeapBytes,
        long peakUsedBytes,
        long peakUsedWholeRunBytes,
        Long liveBytes,
        long allocatedBytes,
        long harnessAllocatedBytes,
        Double allocatedBytesPerMessage,
        long classesLoaded,
        Long openFilesBefore,
        Long openFilesAfter,
        Pauses window,
        Pauses wholeRun,
        List<Share> topClasses,
        List<Share> topSites) {
    /**
     * A share of all samples.
     *
     * @param name of a class, or of a method with its line
     * @param share from 0 to 1
     */
    public record Share(String name, double share) {}
}
