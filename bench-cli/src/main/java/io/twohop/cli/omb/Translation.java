package io.twohop.cli.omb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One file of OpenMessaging Benchmark while it becomes one of ours, with a remark on each key. */
final class Translation {
    private final YamlDocument source;
    private final ObjectNode ours = JsonNodeFactory.instance.objectNode();

    /** Positions in the source, by our keys. */
    private final Map<String, String> origins = new LinkedHashMap<>();

    private final List<Remark> remarks = new ArrayList<>();
    private Optional<ConfigException> refusal = Optional.empty();

    Translation(YamlDocument source) {
        this.source = source;
    }

    YamlDocument source() {
        return source;
    }

    /** Returns the line of a key's value, from 1. */
    long line(String key) {
        String[] parts = position(key).split(":");
        return Long.parseLong(parts[parts.length - 2]);
    }

    private String position(String key) {
        return source.invalid(key, "", "").position().orElse(source.sourceName());
    }

    List<Remark> remarks() {
        return remarks;
    }

    ObjectNode tree() {
        return ours;
    }

    /** Throws the first refusal, if any. */
    void check() {
        refusal.ifPresent(error -> {
            throw error;
        });
    }

    /** Returns our file, in which each value has the position of the key that it comes from. */
    YamlDocument document() {
        YamlDocument document = YamlDocument.of(source.sourceName(), JsonNodeFactory.instance.objectNode());
        for (Map.Entry<String, JsonNode> entry : ours.properties()) {
            // JSON is YAML: texts are quoted, so nothing in them has a meaning.
            document = document.with(entry.getKey(), entry.getValue().toString(), origins.get(entry.getKey()));
        }
        return document;
    }

    /**
     * Begins the remark on a key of the file.
     *
     * @param value as the file has it, or the default of an absent key
     */
    Row row(String key, Object value) {
        return new Row(key, key, String.valueOf(value));
    }

    /** Begins the remark on a property in a block of properties. */
    Row row(String block, String property, String value) {
        return new Row(block, block + ": " + property, value);
    }

    /** The remark on one key; exactly one of its methods ends it, others before that add keys of ours. */
    final class Row {
        private final String key;
        private final String shown;
        private final String value;

        private Row(String key, String shown, String value) {
            this.key = key;
            this.shown = shown;
            this.value = value;
        }

        /** Sets a key of ours beside the one that the remark names. */
        Row with(String target, Object value) {
            set(target, node(value));
            return this;
        }

        void mapped(String target, Object value) {
            mapped(target, value, "");
        }

        void mapped(String target, Object value, String why) {
            set(target, node(value));
            add(Treatment.MAPPED, target, value, why);
        }

        void approximated(String target, Object value, String why) {
            set(target, node(value));
            add(Treatment.APPROXIMATED, target, value, why);
        }

        /** Sets an entry of a mapping, such as a property of a client. */
        void mappedIn(String section, String name, String value) {
            ObjectNode mapping =
                    ours.path(section) instanceof ObjectNode known ? known : JsonNodeFactory.instance.objectNode();
            mapping.put(name, value);
            set(section, mapping);
            add(Treatment.MAPPED, section + "." + name, value, "");
        }

        /** Explains a difference that no key of ours expresses. */
        void approximated(String why) {
            add(Treatment.APPROXIMATED, "", "", why);
        }

        void unused(String why) {
            add(Treatment.UNUSED, "", "", why);
        }

        /** @param expected what the file should have, or what to do instead */
        void refused(String expected) {
            add(Treatment.REFUSED, "", "", expected);
            if (refusal.isEmpty()) {
                refusal = Optional.of(source.invalid(key, shown.equals(key) ? value : shown, expected));
            }
        }

        private void set(String target, JsonNode node) {
            ours.set(target, node);
            origins.putIfAbsent(target, position(key));
        }

        private void add(Treatment treatment, String target, Object mine, String why) {
            remarks.add(new Remark(shown, value, treatment, target, text(mine), why));
        }

        private static String text(Object mine) {
            return mine instanceof JsonNode node ? YamlDocument.line(node) : String.valueOf(mine);
        }
    }

    private static JsonNode node(Object value) {
        if (value instanceof JsonNode node) {
            return node;
        }
        return value instanceof Boolean known ? BooleanNode.valueOf(known) : TextNode.valueOf(String.valueOf(value));
    }
}
