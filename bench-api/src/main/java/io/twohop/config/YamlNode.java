package io.twohop.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** An immutable YAML value that knows its position. */
sealed interface YamlNode {
    Position at();

    /** Returns the value without positions; texts stay texts. */
    default JsonNode toTree() {
        return resolved("", written -> written);
    }

    /**
     * Returns the value with its {@link References} resolved.
     *
     * @throws ConfigException from the lookup, with its position
     */
    JsonNode resolved(String name, UnaryOperator<String> lookup);

    /** Returns the value as shown in errors; null for an absent value. */
    String shown();

    /** Returns the number of values in it, itself included. */
    default int size() {
        return 1;
    }

    /** Converts a tree to nodes with one position. */
    static YamlNode of(Position at, JsonNode tree) {
        if (tree instanceof ObjectNode object) {
            return Mapping.of(at, object);
        }
        if (tree.isArray()) {
            List<YamlNode> items = new ArrayList<>();
            tree.forEach(item -> items.add(of(at, item)));
            return new Sequence(at, items);
        }
        return new Scalar(at, tree);
    }

    /** A text, true, false or nothing. */
    record Scalar(Position at, JsonNode value) implements YamlNode {
        @Override
        public JsonNode resolved(String name, UnaryOperator<String> lookup) {
            if (!refers()) {
                return value;
            }
            try {
                return TextNode.valueOf(lookup.apply(value.textValue()));
            } catch (ConfigException e) {
                throw e.moved(this, name);
            }
        }

        /** Whether the text refers to a value elsewhere. */
        boolean refers() {
            return value.isTextual() && References.isIn(value.textValue());
        }

        @Override
        public String shown() {
            return isAbsent() ? null : value.asText();
        }

        boolean isAbsent() {
            return value.isNull();
        }
    }

    record Sequence(Position at, List<YamlNode> items) implements YamlNode {
        public Sequence {
            items = List.copyOf(items);
        }

        @Override
        public JsonNode resolved(String name, UnaryOperator<String> lookup) {
            ArrayNode array = JsonNodeFactory.instance.arrayNode();
            for (int i = 0; i < items.size(); i++) {
                array.add(items.get(i).resolved(name + "[" + i + "]", lookup));
            }
            return array;
        }

        @Override
        public int size() {
            return 1 + items.stream().mapToInt(YamlNode::size).sum();
        }

        @Override
        public String shown() {
            return items.isEmpty() ? "an empty list" : "a list";
        }
    }

    /** A value, and the position of its key. */
    record Entry(Position keyAt, YamlNode value) {}

    /** Keys and values in their written order. */
    record Mapping(Position at, Map<String, Entry> entries) implements YamlNode {
        public Mapping {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }

        static Mapping of(Position at, ObjectNode tree) {
            Map<String, Entry> entries = new LinkedHashMap<>();
            tree.properties()
                    .forEach(property ->
                            entries.put(property.getKey(), new Entry(at, YamlNode.of(at, property.getValue()))));
            return new Mapping(at, entries);
        }

        @Override
        public JsonNode resolved(String name, UnaryOperator<String> lookup) {
            ObjectNode object = JsonNodeFactory.instance.objectNode();
            entries.forEach((key, entry) ->
                    object.set(key, entry.value().resolved(name.isEmpty() ? key : name + "." + key, lookup)));
            return object;
        }

        @Override
        public int size() {
            return 1
                    + entries.values().stream()
                            .mapToInt(entry -> entry.value().size())
                            .sum();
        }

        @Override
        public String shown() {
            return "a mapping";
        }

        Optional<Entry> entry(String key) {
            return Optional.ofNullable(entries.get(key));
        }

        /** Returns the entries of a mapping in this mapping; empty if the key is absent, or its value is none. */
        private Map<String, Entry> mapping(String key) {
            return entry(key)
                    .map(Entry::value)
                    .filter(Mapping.class::isInstance)
                    .map(value -> ((Mapping) value).entries())
                    .orElse(Map.of());
        }

        Mapping with(String key, Entry entry) {
            Map<String, Entry> changed = new LinkedHashMap<>(entries);
            changed.put(key, entry);
            return new Mapping(at, changed);
        }

        /**
         * Returns a mapping in which each of these dotted keys is in one piece if it was written as nested mappings:
         * {@code bootstrap: {servers: x}}, as overrides do too.
         */
        Mapping joining(Collection<String> keys) {
            Map<String, Entry> changed = new LinkedHashMap<>(entries);
            for (String key : keys) {
                int dot = key.indexOf('.');
                if (dot > 0 && !changed.containsKey(key)) {
                    String outer = key.substring(0, dot);
                    Map<String, Entry> inner = mapping(outer);
                    if (inner.containsKey(key.substring(dot + 1))) {
                        changed.put(key, inner.get(key.substring(dot + 1)));
                        if (inner.size() == 1) {
                            changed.remove(outer);
                        }
                    }
                }
            }
            return new Mapping(at, changed);
        }
    }
}
