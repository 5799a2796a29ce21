package io.twohop.site;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A part of the results that lies in one index file: whole scenarios, or a part of one that is too large. Which part depends on the
 * number of results of each scenario alone, so a new result changes its own shard and rarely another.
 *
 * @param scenarios IDs in order
 * @param part of the only scenario, from 0; 0 for whole scenarios
 */
record Shard(List<String> scenarios, int part) {
    /** Most results of a shard. */
    static final int ROWS = 1_000;

    private static final int BITS = 48;
    private static final int HEX = 16;

    /**
     * Divides scenarios into shards: a node of a binary trie over the IDs that has too many results is divided by the next bit.
     *
     * @param results number of results by scenario ID
     */
    static List<Shard> of(SortedMap<String, Integer> results) {
        List<Shard> shards = new ArrayList<>();
        divide(new TreeMap<>(results), 0, shards);
        return shards;
    }

    private static void divide(SortedMap<String, Integer> results, int bit, List<Shard> shards) {
        long count = results.values().stream().mapToLong(Integer::longValue).sum();
        if (count == 0) {
            return;
        }
        if (count <= ROWS) {
            shards.add(new Shard(List.copyOf(results.keySet()), 0));
        } else if (results.size() == 1) {
            for (int part = 0; (long) part * ROWS < count; part++) {
                shards.add(new Shard(List.of(results.firstKey()), part));
            }
        } else {
            SortedMap<String, Integer> zeros = new TreeMap<>();
            SortedMap<String, Integer> ones = new TreeMap<>();
            for (Map.Entry<String, Integer> scenario : results.entrySet()) {
                boolean isSet = (Long.parseLong(scenario.getKey(), HEX) >> (BITS - 1 - bit) & 1) == 1;
                (isSet ? ones : zeros).put(scenario.getKey(), scenario.getValue());
            }
            divide(zeros, bit + 1, shards);
            divide(ones, bit + 1, shards);
        }
    }

    /** Returns the entries of this shard, in order. */
    List<Entry> entries(Map<String, List<Entry>> byScenario) {
        List<Entry> entries = new ArrayList<>();
        scenarios.forEach(scenario -> entries.addAll(byScenario.get(scenario)));
        int from = part * ROWS;
        return scenarios.size() == 1 ? entries.subList(from, Math.min(entries.size(), from + ROWS)) : entries;
    }
}
