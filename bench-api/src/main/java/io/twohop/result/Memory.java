package io.twohop.result;

import java.util.List;

/**
 * Memory of one fork, from its flight recording. The measured window unless said otherwise.
 *
 * @param collector its common name, such as G1
 * @param maxHeapBytes what the heap may grow to
 * @param peakUsedBytes the most that was used, as seen before each collection and each second
 * @param peakUsedWholeRunBytes the same with warm-up and draining
 * @param liveBytes the least that was left after a collection in the window; without one, after the last before it; or null
 * @param allocatedBytes by all threads but the harness's own
 * @param harnessAllocatedBytes by the harness's monitor and the flight recorder
 * @param allocatedBytesPerMessage {@code allocatedBytes} by message that arrived in the window; null if none did
 * @param classesLoaded in the window
 * @param openFilesBefore files and sockets that were open when measuring began; null where unknown
 * @param openFilesAfter the same when it ended
 * @param window what held the JVM up meanwhile
 * @param wholeRun the same with warm-up and draining
 * @param topClasses what was allocated most, by sampled size
 * @param topSites where, by sampled size
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
     * A part of all that was sampled.
     *
     * @param name of a class, or of a method with its line
     * @param share from 0 to 1
     */
    public record Share(String name, double share) {}
}
