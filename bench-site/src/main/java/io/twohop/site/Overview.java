package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The scenarios of a site, in files that hold whole questions, those with the newest results first. */
final class Overview {
    /** Limit on the rows of a file as single objects, which take about twice as much. A page draws the first file as soon as it has it. */
    private static final int LONGEST = 110_000;

    private static final String NEWEST = "newest";
    private static final String CHANGE = "change";
    private static final String SHARDS = "shards";
    private static final String MACHINE = "machine";
    private static final List<String> OF_CHANGE = List.of("at", "revision", "percent");
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Overview() {}

    /**
     * Writes the scenarios.
     *
     * @param summaries columns of each scenario, by its ID
     * @param shards in the order of the manifest
     * @param machines aliases in the order of the manifest
     * @return keys of the files
     */
    static ArrayNode write(
            Scripts scripts, SortedMap<String, ObjectNode> summaries, List<Shard> shards, List<String> machines)
            throws IOException {
        Map<String, ArrayNode> places = new HashMap<>();
        for (int i = 0; i < shards.size(); i++) {
            for (String scenario : shards.get(i).scenarios()) {
                places.computeIfAbsent(scenario, first -> NODES.arrayNode()).add(i);
            }
        }
        ArrayNode keys = NODES.arrayNode();
        List<ObjectNode> part = new ArrayList<>();
        int length = 0;
        for (List<ObjectNode> question : questions(summaries)) {
            int its = question.stream()
                    .mapToInt(row -> Scripts.text(row).length())
                    .sum();
            if (length > 0 && length + its > LONGEST) {
                keys.add(write(scripts, part, places, machines));
                part.clear();
                length = 0;
            }
            part.addAll(question);
            length += its;
        }
        keys.add(write(scripts, part, places, machines));
        return keys;
    }

    private static List<List<ObjectNode>> questions(SortedMap<String, ObjectNode> summaries) {
        Map<String, List<ObjectNode>> questions = summaries.values().stream()
                .collect(
                        Collectors.groupingBy(row -> row.path("question").asText(), TreeMap::new, Collectors.toList()));
        return questions.values().stream()
                .sorted(Comparator.comparing(Overview::newestDay)
                        .reversed()
                        .thenComparing(rows -> rows.get(0).path("question").asText()))
                .toList();
    }

    private static String newestDay(List<ObjectNode> rows) {
        return rows.stream()
                .map(row -> ShardFiles.day(row.path(NEWEST).path("started").asLong())
                        .toString())
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private static String write(
            Scripts scripts, List<ObjectNode> rows, Map<String, ArrayNode> places, List<String> machines)
            throws IOException {
        Table table = new Table();
        for (ObjectNode row : rows) {
            ObjectNode flat = row.deepCopy();
            flat.remove(List.of(NEWEST, CHANGE));
            flat.put(MACHINE, machines.indexOf(row.path(MACHINE).asText()));
            flat.set(SHARDS, places.get(row.path("id").asText()));
            row.path(NEWEST).properties().forEach(entry -> flat.set(NEWEST + "." + entry.getKey(), entry.getValue()));
            JsonNode change = row.path(CHANGE);
            OF_CHANGE.forEach(
                    key -> flat.set(CHANGE + "." + key, change.isNull() ? NullNode.instance : change.path(key)));
            table.add(flat);
        }
        ObjectNode overview = NODES.objectNode();
        table.putInto(overview);
        return scripts.write("overview", overview);
    }

    /** Reads the scenarios of a site by ID, as they were written. */
    static SortedMap<String, ObjectNode> read(Scripts scripts, ObjectNode manifest) throws IOException {
        SortedMap<String, ObjectNode> summaries = new TreeMap<>();
        for (JsonNode key : manifest.path("overview")) {
            Table.Rows rows = new Table.Rows(scripts.read(key.asText()));
            for (int i = 0; i < rows.count(); i++) {
                ObjectNode row = nested(rows.row(i));
                row.remove(SHARDS);
                row.set(
                        MACHINE,
                        manifest.path("machines")
                                .path(row.path(MACHINE).asInt())
                                .path("alias"));
                summaries.put(row.path("id").asText(), row);
            }
        }
        return summaries;
    }

    private static ObjectNode nested(ObjectNode flat) {
        ObjectNode row = NODES.objectNode();
        flat.properties().forEach(entry -> {
            String[] name = entry.getKey().split("\\.", 2);
            ObjectNode part = name.length == 1 ? row : row.withObjectProperty(name[0]);
            part.set(name[name.length - 1], entry.getValue());
        });
        if (row.path(CHANGE).path("at").isNull()) {
            row.putNull(CHANGE);
        }
        return row;
    }
}
