package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rows as columns. Texts of some columns are indexes into a dictionary; a group of columns, such as those of a scenario's newest
 * result, is an object of columns.
 */
final class Table {
    private static final String COLUMNS = "columns";
    private static final String DICTIONARIES = "dictionaries";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Set<String> words;
    private final ObjectNode columns = NODES.objectNode();
    private final Map<String, Map<String, Integer>> dictionaries = new LinkedHashMap<>();

    /** @param words columns with a dictionary, in groups as well */
    Table(Set<String> words) {
        this.words = words;
    }

    /** Adds a row, which has the columns of the first. */
    void add(ObjectNode row) {
        row.properties()
                .forEach(
                        entry -> columns.withArrayProperty(entry.getKey()).add(cell(entry.getKey(), entry.getValue())));
    }

    /**
     * Adds the columns of a group of a row.
     *
     * @param group {@code null} if the row has none
     */
    void add(String name, ObjectNode group, List<String> its) {
        ObjectNode part = columns.withObjectProperty(name);
        its.forEach(column -> part.withArrayProperty(column)
                .add(group == null ? NullNode.instance : cell(column, group.path(column))));
    }

    private JsonNode cell(String column, JsonNode value) {
        if (!words.contains(column) || !value.isTextual()) {
            return value;
        }
        Map<String, Integer> dictionary = dictionaries.computeIfAbsent(column, added -> new LinkedHashMap<>());
        return NODES.numberNode(dictionary.computeIfAbsent(value.asText(), added -> dictionary.size()));
    }

    void putInto(ObjectNode tree) {
        ObjectNode all = tree.putObject(DICTIONARIES);
        dictionaries.forEach((column, dictionary) -> dictionary.keySet().forEach(all.putArray(column)::add));
        tree.set(COLUMNS, columns);
    }

    /** Returns the rows of a table, with texts in place of indexes. */
    static List<ObjectNode> rows(ObjectNode tree) {
        JsonNode columns = tree.path(COLUMNS);
        int count = columns.path("id").size();
        List<ObjectNode> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            rows.add(row(columns, tree.path(DICTIONARIES), i));
        }
        return rows;
    }

    private static ObjectNode row(JsonNode columns, JsonNode dictionaries, int i) {
        ObjectNode row = NODES.objectNode();
        columns.properties().forEach(entry -> {
            JsonNode column = entry.getValue();
            if (column instanceof ArrayNode) {
                JsonNode value = column.path(i);
                JsonNode words = dictionaries.path(entry.getKey());
                row.set(entry.getKey(), words.isArray() && value.isInt() ? words.path(value.asInt()) : value);
            } else {
                row.set(entry.getKey(), row(column, dictionaries, i));
            }
        });
        return row;
    }
}
