package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The scenarios of a site, in files that hold whole questions, those with the newest results first. */
final class Overview {
    /** Limit on the rows of a file as single objects, which take about twice as much. A page draws the first file as soon as it has it. */
    private static final int LONGEST = 110_000;

    private static final Set<String> WORDS = Set.of(
            "workload",
            "codec",
            "transport",
            "system",
            "configuration",
            "service",
            "reason",
            "trust",
            "layout",
            "version",
            "question",
            "family");
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
        Table table = new Table(WORDS);
        List<String> ofNewest = new ArrayList<>();
        rows.get(0).path(NEWEST).fieldNames().forEachRemaining(ofNewest::add);
        for (ObjectNode row : rows) {
            ObjectNode flat = row.deepCopy();
            flat.remove(List.of(NEWEST, CHANGE, SHARDS));
            flat.put(MACHINE, machines.indexOf(row.path(MACHINE).asText()));
            flat.set(SHARDS, places.get(row.path("id").asText()));
            table.add(flat);
            table.add(NEWEST, (ObjectNode) row.path(NEWEST), ofNewest);
            table.add(CHANGE, row.path(CHANGE) instanceof ObjectNode change ? change : null, OF_CHANGE);
        }
        ObjectNode overview = NODES.objectNode();
        table.putInto(overview);
        return scripts.write("overview", overview);
    }

    /** Reads the scenarios of a site by ID, as they were written. */
    static SortedMap<String, ObjectNode> read(Scripts scripts, ObjectNode manifest) throws IOException {
        SortedMap<String, ObjectNode> summaries = new TreeMap<>();
        for (JsonNode key : manifest.path("overview")) {
            for (ObjectNode row : Table.rows(scripts.read(key.asText()))) {
                row.remove(SHARDS);
                if (row.path(CHANGE).path("at").isNull()) {
                    row.putNull(CHANGE);
                }
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
}
