package io.twohop.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.SoftReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Writes details of results, in which equal values stand once in a file, and reads them back. */
final class DetailFiles {
    /** Results of a file. */
    static final int RESULTS = 50;

    private static final String SHARED = "shared";
    private static final String RESULT_LIST = "results";
    private static final String PROBES = "probes";
    private static final String PERCENTILES = "percentiles";
    private static final String LABELS = "labels";
    private static final String NANOS = "nanos";

    /** Values that are shared as a whole. */
    private static final Set<String> WHOLE =
            Set.of("guarantees", "versions", "machine", "command", "conditions", "chosen", "untrusted");

    /** Objects and arrays whose values are shared. */
    private static final Set<String> PARTS = Set.of("files", "flags", "warnings", "reasons");

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Scripts scripts;

    DetailFiles(Scripts scripts) {
        this.scripts = scripts;
    }

    /**
     * A detail in a file, which is read when the detail is. A file that was read is kept while there is memory.
     *
     * @param index of the result in the file
     */
    record Stored(File file, int index) implements Supplier<ObjectNode> {
        @Override
        public ObjectNode get() {
            return file.result(index);
        }
    }

    /** One file of the site. */
    static final class File {
        private final Scripts scripts;
        private final String key;
        private SoftReference<JsonNode> known = new SoftReference<>(null);

        private File(Scripts scripts, String key) {
            this.scripts = scripts;
            this.key = key;
        }

        String key() {
            return key;
        }

        private synchronized JsonNode content() {
            JsonNode content = known.get();
            if (content == null) {
                try {
                    content = scripts.read(key);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                known = new SoftReference<>(content);
            }
            return content;
        }

        private ObjectNode result(int index) {
            JsonNode content = content();
            if (content.path(RESULT_LIST).path(index) instanceof ObjectNode packed) {
                return unpacked(packed, content.path(SHARED));
            }
            throw scripts.damaged(key);
        }
    }

    File file(String key) {
        return new File(scripts, key);
    }

    /**
     * Writes details.
     *
     * @param entries at most {@link #RESULTS}
     * @return the file's key; if the entries are exactly those of an existing file, that file is kept
     */
    String write(List<Entry> entries) throws IOException {
        if (entries.get(0).detail() instanceof Stored first && first.index() == 0) {
            boolean isSame = true;
            for (int i = 0; i < entries.size() && isSame; i++) {
                isSame = entries.get(i).detail().equals(new Stored(first.file(), i));
            }
            if (isSame
                    && (entries.size() == RESULTS
                            || first.file().content().path(RESULT_LIST).size() == entries.size())) {
                return first.file().key();
            }
        }
        Map<String, Integer> places = new LinkedHashMap<>();
        ArrayNode shared = NODES.arrayNode();
        ArrayNode results = NODES.arrayNode();
        for (Entry entry : entries) {
            results.add(packed(
                    entry.detail().get(),
                    value -> NODES.numberNode(places.computeIfAbsent(Scripts.text(value), added -> {
                        shared.add(value);
                        return shared.size() - 1;
                    }))));
        }
        ObjectNode details = NODES.objectNode();
        details.set(SHARED, shared);
        details.set(RESULT_LIST, results);
        return scripts.write("detail", details);
    }

    private static ObjectNode packed(ObjectNode detail, UnaryOperator<JsonNode> share) {
        return mapped(detail, share, probe -> {
            JsonNode percentiles = probe.path(PERCENTILES);
            ArrayNode labels = NODES.arrayNode();
            ArrayNode nanos = NODES.arrayNode();
            percentiles.properties().forEach(entry -> {
                labels.add(entry.getKey());
                nanos.add(entry.getValue());
            });
            ObjectNode packed = NODES.objectNode();
            packed.set("count", probe.path("count"));
            packed.set(LABELS, share.apply(labels));
            packed.set(NANOS, nanos);
            if (probe.has("untrusted")) {
                packed.set("untrusted", share.apply(probe.path("untrusted")));
            }
            return packed;
        });
    }

    private static ObjectNode unpacked(ObjectNode packed, JsonNode shared) {
        UnaryOperator<JsonNode> find = place -> shared.path(place.asInt());
        return mapped(packed, find, probe -> {
            ObjectNode whole = NODES.objectNode();
            whole.set("count", probe.path("count"));
            ObjectNode percentiles = whole.putObject(PERCENTILES);
            JsonNode labels = find.apply(probe.path(LABELS));
            for (int i = 0; i < labels.size(); i++) {
                percentiles.set(labels.path(i).asText(), probe.path(NANOS).path(i));
            }
            if (probe.has("untrusted")) {
                whole.set("untrusted", find.apply(probe.path("untrusted")));
            }
            return whole;
        });
    }

    /** Returns a copy of a detail with its shared values and probes mapped. */
    private static ObjectNode mapped(ObjectNode detail, UnaryOperator<JsonNode> share, UnaryOperator<JsonNode> probe) {
        ObjectNode copy = NODES.objectNode();
        detail.properties().forEach(entry -> {
            String key = entry.getKey();
            JsonNode value = entry.getValue();
            copy.set(
                    key,
                    WHOLE.contains(key)
                            ? share.apply(value)
                            : PARTS.contains(key)
                                    ? each(value, share)
                                    : key.equals(PROBES) ? each(value, probe) : value);
        });
        return copy;
    }

    private static JsonNode each(JsonNode values, UnaryOperator<JsonNode> other) {
        if (values.isArray()) {
            ArrayNode copy = NODES.arrayNode();
            values.forEach(value -> copy.add(other.apply(value)));
            return copy;
        }
        ObjectNode copy = NODES.objectNode();
        values.properties().forEach(entry -> copy.set(entry.getKey(), other.apply(entry.getValue())));
        return copy;
    }
}
