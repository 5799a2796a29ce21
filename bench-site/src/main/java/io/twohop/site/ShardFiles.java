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
import java.util.Set;
import java.util.function.UnaryOperator;

/** Writes shards with their details, and reads them back to the same entries. */
final class ShardFiles {
    /** Results of a detail file. */
    private static final int DETAILS = 50;

    private static final Set<String> WORDS = Set.of("reason", "trust", "layout", "version", "jdk", "revision");

    /** Columns that hold a place of the shard rather than a value of the result. */
    private static final List<String> PLACES = List.of("scenario", "detail");

    private static final List<String> TEXTS = List.of("command", "conditions");
    private static final String ROW = "row";
    private static final String FILES = "files";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Scripts scripts;

    ShardFiles(Scripts scripts) {
        this.scripts = scripts;
    }

    /**
     * A shard that was read.
     *
     * @param pairs of its scenarios, by their IDs
     * @param changes as in {@link Line}
     * @param breaks as in {@link Line}
     */
    record Read(
            List<Entry> entries,
            Map<String, ArrayNode> pairs,
            Map<String, List<ObjectNode>> changes,
            Map<String, ObjectNode> breaks) {}

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
        Table table = new Table(WORDS);
        List<String> scenarios = new ArrayList<>();
        ObjectNode shard = NODES.objectNode();
        ArrayNode names = shard.putArray("scenarios");
        ObjectNode trends = NODES.objectNode();
        ObjectNode ofScenarios = NODES.objectNode();
        List<String> details = new ArrayList<>();
        List<ObjectNode> some = new ArrayList<>();
        for (int i = 0; i < entries.size(); i++) {
            Entry entry = entries.get(i);
            if (scenarios.isEmpty() || !scenarios.get(scenarios.size() - 1).equals(entry.scenario())) {
                scenarios.add(entry.scenario());
                names.add(entry.scenario());
                if (pairs.containsKey(entry.scenario())) {
                    ofScenarios.set(entry.scenario(), pairs.get(entry.scenario()));
                }
            }
            ObjectNode both = entry.unpacked();
            ObjectNode row = (ObjectNode) both.path(Entry.ROW);
            row.put("scenario", scenarios.size() - 1);
            row.set("detail", NODES.arrayNode().add(details.size()).add(some.size()));
            table.add(row);
            some.add((ObjectNode) both.path(Entry.DETAIL));
            putMarks(trends, lines.get(entry.scenario()), entry, i);
            if (some.size() == DETAILS || i == entries.size() - 1) {
                details.add(writeDetails(some));
                some.clear();
            }
        }
        table.putInto(shard);
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

    private String writeDetails(List<ObjectNode> results) throws IOException {
        Map<String, Integer> places = new LinkedHashMap<>();
        ArrayNode list = NODES.arrayNode();
        for (ObjectNode result : results) {
            list.add(withTexts(
                    result, text -> NODES.numberNode(places.computeIfAbsent(text.asText(), added -> places.size()))));
        }
        ObjectNode details = NODES.objectNode();
        places.keySet().forEach(details.putArray("texts")::add);
        details.set("results", list);
        return scripts.write("detail", details);
    }

    /** Returns a copy of a detail with other values for its long texts. */
    private static ObjectNode withTexts(ObjectNode detail, UnaryOperator<JsonNode> other) {
        ObjectNode copy = NODES.objectNode();
        detail.properties().forEach(entry -> {
            JsonNode value = entry.getValue();
            if (TEXTS.contains(entry.getKey())) {
                copy.set(entry.getKey(), other.apply(value));
            } else if (entry.getKey().equals(FILES)) {
                ObjectNode files = copy.putObject(FILES);
                value.properties().forEach(file -> files.set(file.getKey(), other.apply(file.getValue())));
            } else {
                copy.set(entry.getKey(), value);
            }
        });
        return copy;
    }

    /**
     * Reads a shard.
     *
     * @throws ConfigException for a missing or damaged file
     */
    Read read(String key) throws IOException {
        ObjectNode shard = scripts.read(key);
        List<ObjectNode> details = new ArrayList<>();
        for (JsonNode name : shard.path("details")) {
            ObjectNode some = scripts.read(name.asText());
            JsonNode texts = some.path("texts");
            some.path("results")
                    .forEach(result -> details.add(withTexts((ObjectNode) result, place -> texts.path(place.asInt()))));
        }
        List<Entry> entries = new ArrayList<>();
        for (ObjectNode row : Table.rows(shard)) {
            String scenario =
                    shard.path("scenarios").path(row.path("scenario").asInt()).asText();
            row.remove(PLACES);
            entries.add(Entry.of(scenario, row, details.get(entries.size())));
        }
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
        return new Read(entries, pairs, changes, breaks);
    }

    /** Returns the number of detail files of a shard. */
    static int details(int rows) {
        return (rows + DETAILS - 1) / DETAILS;
    }

    /** Returns the keys of a shard's details. */
    List<String> details(String key) throws IOException {
        List<String> details = new ArrayList<>();
        scripts.read(key).path("details").forEach(name -> details.add(name.asText()));
        return details;
    }
}
