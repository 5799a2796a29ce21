package io.twohop.explain;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import jdk.jfr.consumer.RecordedEvent;

/** Events of a recording that belong to others, by the key that links them. */
final class RecordedParts {
    private final Map<Integer, String> g1Types = new HashMap<>();
    private final Map<Integer, List<RecordedEvent>> pauses = new HashMap<>();
    private final Map<Long, RecordedEvent> safepointBegins = new HashMap<>();
    private final Map<Long, String> operations = new HashMap<>();

    void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.G1GarbageCollection" -> g1Types.put(event.getInt("gcId"), event.getString("type"));
            case "jdk.GCPhasePause" ->
                pauses.computeIfAbsent(event.getInt("gcId"), id -> new ArrayList<>())
                        .add(event);
            case "jdk.SafepointBegin" -> safepointBegins.put(event.getLong("safepointId"), event);
            case "jdk.ExecuteVMOperation" ->
                operations.putIfAbsent(event.getLong("safepointId"), event.getString("operation"));
            default -> {
                // A collection without an outer one.
            }
        }
    }

    /** Returns G1's kind of a young collection; null for other collectors. */
    String g1Type(int collection) {
        return g1Types.get(collection);
    }

    List<RecordedEvent> pauses(int collection) {
        return pauses.getOrDefault(collection, List.of());
    }

    /** Returns the linked event; empty if the recording began later. */
    Optional<RecordedEvent> safepointBegin(long safepoint) {
        return Optional.ofNullable(safepointBegins.get(safepoint));
    }

    String operation(long safepoint) {
        return operations.getOrDefault(safepoint, "unknown");
    }
}
