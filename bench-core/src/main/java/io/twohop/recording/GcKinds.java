package io.twohop.recording;

import java.util.List;
import java.util.Optional;

/** The kinds of collection, from the names that the collectors have in a recording. */
public final class GcKinds {
    static final String YOUNG = "young";
    static final String MIXED = "mixed";
    static final String FULL = "full";
    public static final String CONCURRENT = "concurrent";

    private static final String[][] NAMES = {
        {"G1", "G1"}, {"MarkSweepCompact", "Serial"}, {"PS ", "Parallel"}, {"ZGC", "ZGC"}, {"Epsilon", "Epsilon"}
    };

    /** Names in results of threads that collect garbage. */
    public static final String THREADS = "the collector";

    /** Prefixes, as Linux shortens them, of threads that stop the others to collect garbage. */
    private static final List<String> THREAD_NAMES =
            List.of("GC Thread#", "VM Thread", "ZWorker", "XWorker", "Shenandoah GC");

    private GcKinds() {}

    /** Returns {@link #THREADS} for the name of one of them. */
    static Optional<String> thread(String name) {
        return THREAD_NAMES.stream().anyMatch(name::startsWith) ? Optional.of(THREADS) : Optional.empty();
    }

    /**
     * The kind of a collection.
     *
     * @param g1Type what G1 says of it, or null
     */
    public static String kind(String name, String g1Type) {
        return switch (name) {
            case "G1New" -> "Mixed".equals(g1Type) ? MIXED : YOUNG;
            case "DefNew", "ParallelScavenge", "ParNew" -> YOUNG;
            case "G1Full", "SerialOld", "ParallelOld", "PSMarkSweep" -> FULL;
            default -> CONCURRENT;
        };
    }

    /** The collector that people know, from the names of its beans. */
    public static String collector(String beans) {
        for (String[] known : NAMES) {
            if (beans.contains(known[0])) {
                return known[1];
            }
        }
        return beans;
    }
}
