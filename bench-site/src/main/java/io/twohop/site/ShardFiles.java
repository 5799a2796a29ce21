package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.ConfigException;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes shards with their details, and reads them back to the same entries. What follows from the order of rows is not written: the
 * scenario of each, its detail, and most of its ID.
 */
final class ShardFiles {
    private static final String ROW = "row";
    private static final String STARTED = "started";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Scripts scripts;
    private final DetailFiles detailFiles;

    ShardFiles(Scripts scripts) {
        this.scripts = scripts;
        this.detailFiles = new DetailFiles(scripts);
    }

    /**
     * A shard that was read. Rows and details are made when they are asked for.
     *
     * @param pairs of its scenarios, by their IDs
     * @param changes as in {@link Line}
     * @param breaks as in {@link Line}
     * @param details keys of its details
     */
    record Read(
            List<Entry> entries,
            Map<String, ArrayNode> pairs,
            Map<String, List<ObjectNode>> changes,
            Map<String, ObjectNode> breaks,
            List<String> details) {}

    /**
     * A written shard.
     *
     * @param details keys of its details
     */
    record Written(String key, int rows, LocalDate oldest, LocalDate newest, List<String> details) {
        /** Returns the shard's entry in the manifest. */
        ArrayNode toTree() {
            return NODES.arrayNode().add(key).add(rows).add(oldest.toString()).add(newest.toString());
        }
    }

    /** Writes entries, which are in order, with the trends of their lines. */
    Written write(List<Entry> entries, Map<String, Line> lines, Map<String, ArrayNode> pairs) throws IOException {
        Table table = new Table();
        Map<String, Integer> counts = new LinkedHashMap<>();
        ObjectNode trends = NODES.objectNode();
        ObjectNode ofScenarios = NODES.objectNode();
        long before = 0;
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            String scenario = entry.scenario();
            if (counts.merge(scenario, 1, Integer::sum) == 1 && pairs.containsKey(scenario)) {
                ofScenarios.set(scenario, pairs.get(scenario));
            }
            ObjectNode row = entry.row().get();
            ResultId.divide(row);
            row.put(STARTED, entry.started() - before);
            before = entry.started();
            table.add(row);
            putMarks(trends, lines.get(scenario), entry, i);
        }
        ObjectNode shard = NODES.objectNode();
        counts.keySet().forEach(shard.putArray("scenarios")::add);
        counts.values().forEach(shard.putArray("counts")::add);
        table.putInto(shard);
        List<String> details = new ArrayList<>();
        for (int from = 0; from < entries.size(); from += DetailFiles.RESULTS) {
            details.add(detailFiles.write(entries.subList(from, Math.min(entries.size(), from + DetailFiles.RESULTS))));
        }
        details.forEach(shard.putArray("details")::add);
        shard.set("trends", trends);
        shard.set("pairs", ofScenarios);
        return new Written(
                scripts.write("index", shard),
                entries.size(),
                day(entries.stream().mapToLong(Entry::started).min().orElseThrow()),
                day(entries.stream().mapToLong(Entry::started).max().orElseThrow()),
                details);
    }

    static LocalDate day(long seconds) {
        return Instant.ofEpochSecond(seconds).atOffset(ZoneOffset.UTC).toLocalDate();
    }

    private static void putMarks(ObjectNode trends, Line line, Entry entry, int row) {
        List<ObjectNode> changes = line.changes().getOrDefault(entry.id(), List.of());
        ObjectNode broken = line.breaks().get(entry.id());
        if (changes.isEmpty() && broken == null) {
            return;
        }
        ObjectNode trend = trends.withObjectProperty(entry.scenario());
        changes.forEach(change -> trend.withArrayProperty("changes").add(placed(change, row)));
        if (broken != null) {
            trend.withArrayProperty("breaks").add(placed(broken, row));
        }
    }

    private static String idOf(List<Entry> entries, JsonNode mark) {
        return entries.get(mark.path(ROW).asInt()).id();
    }

    private static ObjectNode unplaced(JsonNode mark) {
        ObjectNode unplaced = mark.deepCopy();
        unplaced.remove(ROW);
        return unplaced;
    }

    private static ObjectNode placed(ObjectNode mark, int row) {
        ObjectNode placed = NODES.objectNode().put(ROW, row);
        placed.setAll(mark);
        return placed;
    }

    /**
     * Reads a shard.
     *
     * @throws ConfigException for a missing or damaged file
     */
    Read read(String key) throws IOException {
        ObjectNode shard = scripts.read(key);
        List<String> details = new ArrayList<>();
        shard.path("details").forEach(name -> details.add(name.asText()));
        List<Entry> entries =
                entries(shard, details.stream().map(detailFiles::file).toList());
        Map<String, ArrayNode> pairs = new LinkedHashMap<>();
        shard.path("pairs").properties().forEach(entry -> pairs.put(entry.getKey(), (ArrayNode) entry.getValue()));
        Map<String, List<ObjectNode>> changes = new HashMap<>();
        Map<String, ObjectNode> breaks = new HashMap<>();
        shard.path("trends").forEach(trend -> {
            trend.path("changes")
                    .forEach(change -> changes.computeIfAbsent(idOf(entries, change), first -> new ArrayList<>())
                            .add(unplaced(change)));
            trend.path("breaks").forEach(broken -> breaks.put(idOf(entries, broken), unplaced(broken)));
        });
        return new Read(entries, pairs, changes, breaks, details);
    }

    private static List<Entry> entries(ObjectNode shard, List<DetailFiles.File> files) {
        Table.Rows rows = new Table.Rows(shard);
        List<Entry> entries = new ArrayList<>(rows.count());
        long started = 0;
        int scenario = 0;
        int until = shard.path("counts").path(0).asInt();
        for (int i = 0; i < rows.count(); i++) {
            if (i == until) {
                scenario++;
                until += shard.path("counts").path(scenario).asInt();
            }
            started += rows.value(STARTED, i).asLong();
            long at = started;
            int number = i;
            String id = ResultId.of(rows, i, started);
            entries.add(new Entry(
                    id,
                    shard.path("scenarios").path(scenario).asText(),
                    started,
                    () -> row(rows, number, id, at),
                    new DetailFiles.Stored(files.get(i / DetailFiles.RESULTS), i % DetailFiles.RESULTS)));
        }
        return entries;
    }

    private static ObjectNode row(Table.Rows rows, int number, String id, long started) {
        ObjectNode row = rows.row(number);
        row.set(STARTED, Numbers.parsed(started));
        ResultId.put(id, row);
        return row;
    }

    /** Returns the number of detail files of a shard. */
    static int details(int rows) {
        return (rows + DetailFiles.RESULTS - 1) / DetailFiles.RESULTS;
    }

    /** Returns the keys of a shard's details. */
    List<String> details(String key) throws IOException {
        List<String> details = new ArrayList<>();
        scripts.read(key).path("details").forEach(name -> details.add(name.asText()));
        return details;
    }
}
