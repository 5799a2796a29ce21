package io.twohop.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.twohop.config.TreeWriter;
import io.twohop.config.YamlDocument;
import java.util.Set;

/** Writes a workload with its defaults as the YAML it could have been read from. */
final class WorkloadWriter {
    /** Elsewhere what is empty is left to the event, the transport file or nobody. */
    private static final Set<Key<?>> SHOWN_EMPTY = Set.of(Keys.DESCRIPTION, Keys.AFFINITY);

    private WorkloadWriter() {}

    static YamlDocument document(Workload workload) {
        ObjectNode tree = JsonNodeFactory.instance.objectNode();
        for (Key<?> key : Keys.ALL) {
            JsonNode value = TreeWriter.tree(workload.get(key));
            if (!value.isNull() && (SHOWN_EMPTY.contains(key) || !isEmpty(value))) {
                // A list without a name, where several would have names.
                tree.set(key.name(), value.has("") ? value.get("") : value);
            }
        }
        return YamlDocument.of(workload.name() + ".yaml", tree);
    }

    private static boolean isEmpty(JsonNode value) {
        return value.isTextual() ? value.textValue().isEmpty() : value.isContainerNode() && value.isEmpty();
    }
}
