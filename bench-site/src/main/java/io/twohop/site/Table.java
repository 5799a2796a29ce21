package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Rows as columns. A column holds values, or indexes into its dictionary if those are shorter. A column with one value for all rows
 * is a dictionary alone.
 */
final class Table {
    private static final String ROWS = "rows";
    private static final String COLUMNS = "columns";
    private static final String DICTIONARIES = "dictionaries";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** In order of their names: those of a row depend on where it comes from. */
    private final SortedMap<String, List<JsonNode>> columns = new TreeMap<>();

    private int rows;

    /** Adds a row, which has the columns of the first. */
    void add(ObjectNode row) {
        row.properties()
                .forEach(entry -> columns.computeIfAbsent(entry.getKey(), added -> new ArrayList<>())
                        .add(entry.getValue()));
        rows++;
    }

    void putInto(ObjectNode tree) {
        tree.put(ROWS, rows);
        ObjectNode dictionaries = tree.putObject(DICTIONARIES);
        ObjectNode all = tree.putObject(COLUMNS);
        columns.forEach((name, values) -> put(name, values, dictionaries, all));
    }

    private static void put(String name, List<JsonNode> values, ObjectNode dictionaries, ObjectNode columns) {
        Map<String, Integer> places = new LinkedHashMap<>();
        ArrayNode words = NODES.arrayNode();
        ArrayNode indexes = NODES.arrayNode();
        long plain = 0;
        long coded = 0;
        for (JsonNode value : values) {
            String text = Scripts.text(value);
            Integer place = places.get(text);
            if (place == null) {
                place = places.size();
                places.put(text, place);
                words.add(value);
                coded += text.length() + 1;
            }
            indexes.add(place);
            plain += text.length();
            coded += place.toString().length();
        }
        if (words.size() == 1) {
            dictionaries.set(name, words);
        } else if (coded < plain) {
            dictionaries.set(name, words);
            columns.set(name, indexes);
        } else {
            values.forEach(columns.putArray(name)::add);
        }
    }

    /** A table that was read. */
    static final class Rows {
        private final JsonNode columns;
        private final JsonNode dictionaries;
        private final int count;

        Rows(ObjectNode tree) {
            columns = tree.path(COLUMNS);
            dictionaries = tree.path(DICTIONARIES);
            count = tree.path(ROWS).asInt();
        }

        int count() {
            return count;
        }

        JsonNode value(String column, int row) {
            JsonNode words = dictionaries.path(column);
            JsonNode values = columns.path(column);
            return !words.isArray()
                    ? values.path(row)
                    : words.path(values.isArray() ? values.path(row).asInt() : 0);
        }

        /** Returns a row of a table, whose columns need not be in the order in which they were added. */
        ObjectNode row(int row) {
            ObjectNode tree = NODES.objectNode();
            columns.fieldNames().forEachRemaining(column -> tree.set(column, value(column, row)));
            dictionaries.fieldNames().forEachRemaining(column -> tree.set(column, value(column, row)));
            return tree;
        }
    }
}
