package io.twohop.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.ConfigException;
import io.twohop.config.YamlDocument;
import java.lang.reflect.Type;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads and writes a workload as YAML. */
final class WorkloadDocument {
    /**
     * Keys that are written even if empty. An empty value of another key leaves the choice to the event or the transport file.
     */
    private static final Set<Key<?>> SHOWN_EMPTY = Set.of(Keys.DESCRIPTION, Keys.AFFINITY);

    private static final Map<String, Type> TYPES = types();

    private WorkloadDocument() {}

    private static Map<String, Type> types() {
        Map<String, Type> types = new LinkedHashMap<>();
        Keys.ALL.forEach(key -> types.put(key.name(), key.type()));
        return Collections.unmodifiableMap(types);
    }

    static Set<String> keys() {
        return TYPES.keySet();
    }

    static Workload read(YamlDocument document) {
        Key<?> rate = document.hasMappings(Keys.RATE.name()) ? Keys.PROFILE : Keys.RATE;
        Map<String, Type> types = new LinkedHashMap<>(TYPES);
        types.put(rate.name(), rate.type());
        Map<String, Object> bound = document.bind(types);
        Map<Key<?>, Object> given = new LinkedHashMap<>();
        Keys.ALL.forEach(key -> given.put(key, bound.get(key.name())));
        given.remove(Keys.RATE);
        given.put(rate, bound.get(rate.name()));
        try {
            return new Workload(document.name(), given, Optional.of(document));
        } catch (ConfigException e) {
            throw document.located(e);
        }
    }

    /** Returns the document with defaults, as it could have been read. */
    static YamlDocument write(Workload workload) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        for (Key<?> key : Keys.ALL) {
            boolean changes = key == Keys.RATE && workload.profile().changes();
            Key<?> written = changes ? Keys.PROFILE : key;
            JsonNode value = TreeWriter.tree(workload.get(written));
            if (!value.isNull() && (SHOWN_EMPTY.contains(key) || !isEmpty(value))) {
                // A list of faults without a name is written as a list.
                tree.set(key.name(), value.has("") ? value.get("") : value);
            }
        }
        return YamlDocument.of(workload.name() + ".yaml", tree);
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isTextual() ? value.textValue().isEmpty() : value.isContainerNode() && value.isEmpty();
    }
}
